// SPDX-License-Identifier: Apache-2.0

internal import Heddle
internal import PictureFilters

/// `picture-host FOLDER`: applies each filter of a folder to a small picture, and says how long each took.
@main
struct PictureHost {
    static func main() throws {
        guard CommandLine.arguments.count == 2 else { return print("usage: picture-host FOLDER") }
        let host = try FilterHost(filtersIn: CommandLine.arguments[1])
        for refusal in host.refusals { print("refused \(refusal.file): \(refusal.reason)") }
        let picture = Picture(width: 2, height: 1, pixels: [Pixel(255, 0, 0), Pixel(0, 0, 255)])
        for filter in host.filters {
            do {
                let changed = try host.apply(filter, to: picture)
                print("\(filter): \(changed.pixels.map { "\($0.red) \($0.green) \($0.blue)" }.joined(separator: ", "))")
            } catch let failure as Failure {
                print("\(filter) failed: \(failure.message)")
            }
        }
        for (filter, time) in host.times.sorted(by: { $0.key < $1.key }) {
            print("\(filter) took \(time.total) in \(time.calls) calls")
        }
    }
}
