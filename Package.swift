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

// A target imports only the targets that it names here; LayeringTests checks every import.
let package = Package(
    name: "formwork",
    products: [
        .executable(name: "formwork", targets: ["FormworkMain"]),
        .library(name: "Formwork", targets: ["Formwork"]),
        .library(name: "FormworkService", targets: ["FormworkService"]),
    ],
    targets: [
        .systemLibrary(name: "CFormwork"),
        .target(name: "System", dependencies: ["CFormwork"], swiftSettings: settings),
        .target(name: "Groundwork", dependencies: ["System"], swiftSettings: settings),
        .target(name: "Formwork", dependencies: ["Groundwork", "System"], swiftSettings: settings),
        .target(
            name: "FormworkHTTP", dependencies: ["Groundwork", "System"], swiftSettings: settings),
        .target(
            name: "FormworkServer",
            dependencies: ["FormworkHTTP", "Groundwork", "System"],
            swiftSettings: settings),
        .target(
            name: "FormworkRecords", dependencies: ["Groundwork", "System"],
            swiftSettings: settings),
        .target(
            name: "FormworkStore", dependencies: ["FormworkRecords", "Groundwork", "System"],
            swiftSettings: settings),
        .target(
            name: "FormworkService",
            dependencies: [
                "Formwork", "FormworkHTTP", "FormworkRecords", "FormworkServer", "FormworkStore",
                "Groundwork", "System",
            ],
            resources: [
                .embedInCode("Assets/formwork.css"), .embedInCode("Assets/formwork.js"),
                .embedInCode("Assets/favicon.svg"),
            ],
            swiftSettings: settings),
        .target(
            name: "FormworkSite",
            dependencies: ["Formwork", "FormworkService", "Groundwork"],
            swiftSettings: settings),
        .executableTarget(
            name: "FormworkMain", dependencies: ["FormworkSite", "FormworkService"],
            swiftSettings: settings),
        .executableTarget(
            name: "FormworkBenchmarks",
            dependencies: ["Formwork", "FormworkHTTP", "Groundwork"], swiftSettings: settings),
        .executableTarget(
            name: "ConformanceServer", dependencies: ["FormworkServer", "FormworkHTTP", "System"],
            path: "Tests/EndToEnd/http/ConformanceServer", swiftSettings: settings),
        .target(
            name: "TestSupport", dependencies: ["FormworkRecords", "Groundwork", "System"],
            path: "Tests/TestSupport", swiftSettings: settings),
        .testTarget(
            name: "GroundworkTests", dependencies: ["Groundwork", "System", "TestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "FormworkTests", dependencies: ["Formwork", "Groundwork"],
            swiftSettings: settings),
        .testTarget(
            name: "HTTPTests",
            dependencies: ["FormworkHTTP", "Groundwork", "System", "TestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "ServerTests",
            dependencies: [
                "FormworkServer", "FormworkHTTP", "Groundwork", "System", "TestSupport",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "StoreTests",
            dependencies: [
                "FormworkStore", "FormworkRecords", "Groundwork", "System", "TestSupport",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "ServiceTests",
            dependencies: [
                "FormworkService", "Formwork", "FormworkHTTP", "FormworkRecords", "FormworkServer",
                "FormworkStore", "Groundwork", "System", "TestSupport",
            ], swiftSettings: settings),
        .testTarget(
            name: "SiteTests",
            dependencies: ["FormworkSite", "FormworkService", "Formwork", "Groundwork"],
            swiftSettings: settings),
        .testTarget(name: "LayeringTests", swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
