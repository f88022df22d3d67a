public import Formwork

/// A book as the service keeps it.
public struct Book: Sendable, Equatable {
    /// What stands on the title page.
    public var title = ""
    /// Who wrote it.
    public var author = ""
    /// How many pages it has; `nil` where that isn't known.
    public var pages: Int?
    /// When it came out first; `nil` where that isn't known.
    public var published: CalendarDate?
    /// Its international standard book number, without hyphens; empty where there is none.
    public var isbn = ""
    /// How much it is liked, 0 to 5 by halves; `nil` where it isn't rated.
    public var rating: ExactDecimal?
    /// Whether it can be bought new.
    public var inPrint = false
    /// What it looks like from the front; `nil` where nobody has taken a picture.
    public var cover: FileReference?

    /// Makes the book that an empty form shows.
    public init() {}
}
