// swift-tools-version: 6.2
import PackageDescription

// A package as somebody else would write it: it sees what is public and nothing more.
let package = Package(
    name: "guestbook",
    dependencies: [.package(name: "formwork", path: "../..")],
    targets: [
        .executableTarget(
            name: "Guestbook",
            dependencies: [
                .product(name: "Formwork", package: "formwork"),
                .product(name: "FormworkService", package: "formwork"),
            ])
    ]
)
