// SPDX-License-Identifier: Apache-2.0
//
// A module in Swift: TV shows, and the episodes that a user has watched.
//
// It shows state that actions on any thread share, and actions that do nothing but their work. Whoever calls them adds
// a log, a cache or a check of the subscription: Examples/shows.json by hooks, a program in Swift by services.

import Synchronization

/// A user, with the watched episodes and the subscription.
private struct Viewer {
    var episodes: [String: Set<Int32>] = [:]
    var isPremium = false
}

private let viewer = Mutex(Viewer())
private let lengths: [String: Int32] = ["Chernobyl": 5, "Dark": 26]

/// Text that lives as long as the program, as the host needs it until it has copied it.
private let names: StaticString = "Chernobyl, Dark"

/// Returns the names of all shows.
@c @implementation
public func all_shows() -> UnsafePointer<CChar>! {
    UnsafeRawPointer(names.utf8Start).assumingMemoryBound(to: CChar.self)
}

/// Returns the number of episodes of a show.
@c @implementation
public func all_episodes(_ show: UnsafePointer<CChar>!) -> Int32 {
    length(of: String(cString: show)) ?? 0
}

/// Returns how many episodes of a show the user has watched.
@c @implementation
public func watched_episodes(_ show: UnsafePointer<CChar>!) -> Int32 {
    let show = String(cString: show)
    return viewer.withLock { Int32($0.episodes[show]?.count ?? 0) }
}

/// Marks one episode as watched.
@c @implementation
public func mark_episode(_ show: UnsafePointer<CChar>!, _ episode: Int32) {
    let show = String(cString: show)
    guard let length = length(of: show) else { return }
    guard (1...length).contains(episode) else {
        return fail("noSuchEpisode", "\(show) has the episodes 1 to \(length)")
    }
    _ = viewer.withLock { $0.episodes[show, default: []].insert(episode) }
}

/// Marks all episodes of a show as watched.
@c @implementation
public func mark_show(_ show: UnsafePointer<CChar>!) {
    let show = String(cString: show)
    guard let length = length(of: show) else { return }
    viewer.withLock { $0.episodes[show] = Set(1...length) }
}

/// Returns whether the user has a subscription.
@c @implementation
public func is_premium() -> Bool { viewer.withLock { $0.isPremium } }

/// Gives the user a subscription.
@c @implementation
public func subscribe() { viewer.withLock { $0.isPremium = true } }

/// The number of episodes of a show; nil, and the call fails, for one that is not there.
private func length(of show: String) -> Int32? {
    if lengths[show] == nil { fail("noSuchShow", "there is no show \"\(show)\"") }
    return lengths[show]
}

private func fail(_ code: String, _ message: String) {
    heddle.pointee.fail(code, message)
}
