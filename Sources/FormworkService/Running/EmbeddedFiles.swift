internal import FormworkServer

extension [EmbeddedFile] {
    /// The style sheet, the script and the icon of the pages, for a service without a folder that has
    /// them: the files of `Public` themselves, put into the program when it is built.
    static let pageAssets = [
        EmbeddedFile(name: "formwork.css", bytes: PackageResources.formwork_css),
        EmbeddedFile(name: "formwork.js", bytes: PackageResources.formwork_js),
        EmbeddedFile(name: "favicon.svg", bytes: PackageResources.favicon_svg),
    ]
}
