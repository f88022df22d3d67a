// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .strictMemorySafety(),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
]

// The table of ../README.md, "How it fits together": a target imports only what it names here.
let package = Package(
    name: "formwork",
    products: [
        .executable(name: "formwork", targets: ["FormworkMain"]),
        .library(name: "Formwork", targets: ["Formwork"]),
        .library(name: "FormworkService", targets: ["FormworkService"]),
    ],
    targets: [
        .systemLibrary(name: "CFormwork"),
        .target(name: "Groundwork", swiftSettings: settings),
        .target(name: "Formwork", dependencies: ["Groundwork"], swiftSettings: settings),
        .target(name: "FormworkHTTP", dependencies: ["Groundwork"], swiftSettings: settings),
        .target(
            name: "FormworkServer",
            dependencies: ["FormworkHTTP", "Groundwork", "CFormwork"],
            swiftSettings: settings),
        .target(
            name: "FormworkStore", dependencies: ["Groundwork", "CFormwork"],
            swiftSettings: settings),
        .target(
            name: "FormworkService",
            dependencies: [
                "Formwork", "FormworkHTTP", "FormworkServer", "FormworkStore", "Groundwork",
            ],
            swiftSettings: settings),
        .target(
            name: "FormworkSite",
            dependencies: ["Formwork", "FormworkService", "Groundwork"],
            swiftSettings: settings),
        .executableTarget(
            name: "FormworkMain", dependencies: ["FormworkSite", "FormworkService"],
            swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
