internal import Groundwork

extension StoreError {
    /// Explains a failure at the store's folder with what a person can do about it.
    ///
    /// - Parameters:
    ///   - error: What failed.
    ///   - folder: The folder.
    ///   - fileSystem: The way to it.
    /// - Returns: The error for the start.
    static func unusable(
        _ error: SystemError, in folder: String, _ fileSystem: any FileSystem
    ) -> StoreError {
        let user = ProcessIdentity.user
        guard let status = try? fileSystem.status(folder) else {
            return .unusable(
                error, advice: "running as uid \(user); make the folder that \(folder) stands in")
        }
        guard status.isFolder else {
            return .unusable(error, advice: "\(folder) is a file: name a folder")
        }
        let mode = String(status.mode, radix: 8)
        let owner = "running as uid \(user); \(folder) belongs to uid \(status.owner), mode \(mode)"
        guard error.isPermission else { return .unusable(error, advice: owner) }
        return .unusable(error, advice: "\(owner); try: chown -R \(user) \(folder)")
    }

    /// Makes calls to the system for which there is no advice.
    ///
    /// - Parameter body: The calls.
    /// - Returns: What they give.
    /// - Throws: `StoreError.unusable`.
    static func wrapping<Result>(
        _ body: () throws(SystemError) -> Result
    ) throws(StoreError) -> Result {
        do {
            return try body()
        } catch {
            throw .unusable(error, advice: "")
        }
    }
}
