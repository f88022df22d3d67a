import FormworkRecords
import FormworkStore
import Foundation
import Groundwork
import System

/// The file system of the machine; the threads of a store wait with each read until `release`, while the
/// thread that made this object reads at once.
final class HeldFileSystem: FileSystem {
    private let system = SystemFileSystem()
    private let owner = pthread_self()
    private let state = Lock((isReleased: false, isBroken: false))

    /// Lets the other threads read.
    ///
    /// - Parameter broken: Whether all of their reads fail.
    func release(broken: Bool = false) { state.withLock { $0 = (true, broken) } }

    func read(
        _ descriptor: Int32, at offset: Int, count: Int, path: String
    ) throws(SystemError) -> [UInt8] {
        if pthread_equal(owner, pthread_self()) == 0 {
            while !state.withLock(\.isReleased) { usleep(500) }
            if state.withLock(\.isBroken) {
                throw SystemError(call: "pread", path: path, code: EIO)
            }
        }
        return try system.read(descriptor, at: offset, count: count, path: path)
    }

    func open(_ path: String, for use: FileUse) throws(SystemError) -> Int32 {
        try system.open(path, for: use)
    }

    func close(_ descriptor: Int32) { system.close(descriptor) }

    func size(_ descriptor: Int32, path: String) throws(SystemError) -> Int {
        try system.size(descriptor, path: path)
    }

    func write(
        _ descriptor: Int32, _ bytes: Span<UInt8>, path: String
    ) throws(SystemError) -> Int {
        try system.write(descriptor, bytes, path: path)
    }

    func syncData(_ descriptor: Int32, path: String) throws(SystemError) {
        try system.syncData(descriptor, path: path)
    }

    func sync(_ descriptor: Int32, path: String) throws(SystemError) {
        try system.sync(descriptor, path: path)
    }

    func truncate(_ descriptor: Int32, to length: Int, path: String) throws(SystemError) {
        try system.truncate(descriptor, to: length, path: path)
    }

    func rename(_ source: String, to target: String) throws(SystemError) {
        try system.rename(source, to: target)
    }

    func remove(_ path: String) throws(SystemError) { try system.remove(path) }

    func makeFolder(_ path: String) throws(SystemError) { try system.makeFolder(path) }

    func list(_ path: String) throws(SystemError) -> [String] { try system.list(path) }

    func status(_ path: String) throws(SystemError) -> FileStatus { try system.status(path) }

    func length(_ descriptor: Int32, at path: String) throws(SystemError) -> Int? {
        try system.length(descriptor, at: path)
    }

    func freeSpace(_ path: String) throws(SystemError) -> Int { try system.freeSpace(path) }

    func kind(_ path: String) throws(SystemError) -> UInt32 { try system.kind(path) }

    func restrict(_ path: String, isFolder: Bool) throws(SystemError) {
        try system.restrict(path, isFolder: isFolder)
    }

    func reserve(_ descriptor: Int32, upTo length: Int, path: String) throws(SystemError) {
        try system.reserve(descriptor, upTo: length, path: path)
    }

    func lock(_ descriptor: Int32, isShared: Bool, path: String) throws(SystemError) -> Bool {
        try system.lock(descriptor, isShared: isShared, path: path)
    }
}
