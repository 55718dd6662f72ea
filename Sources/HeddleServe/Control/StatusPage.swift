// SPDX-License-Identifier: Apache-2.0

/// The page that shows the status of the host: it asks `/status` and the others every two seconds, and shows calls as
/// they happen.
enum StatusPage {
    static let html = #"""
        <!doctype html>
        <html lang="en">
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>Heddle</title>
        <style>
        :root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif }
        body { max-width: 70rem; margin: 2rem auto; padding: 0 1rem }
        h1 { font-size: 1.4rem } h2 { font-size: 1.1rem; margin: 2rem 0 .3rem }
        table { border-collapse: collapse; width: 100% }
        th, td { text-align: left; padding: .2rem .8rem .2rem 0; vertical-align: top }
        th { font-weight: 600; border-bottom: 1px solid }
        td.number { text-align: right; font-variant-numeric: tabular-nums }
        .state { font-weight: 600 } .ready, .held { color: #17803d }
        .starting, .stale, .stopping, .interrupted { color: #a15c00 }
        .expired, .rejected, .crashed, .failed, .timedOut, .refused { color: #c62828 }
        pre { overflow-x: auto; margin: .3rem 0; font-size: .85rem }
        .live { font-size: .85rem; margin-top: .5rem } .live td { overflow-wrap: anywhere }
        .live .hooks { opacity: .7 }
        button { font: inherit }
        </style>
        <h1>Heddle <span id="host"></span></h1>
        <p id="message">Waiting for the host.</p>
        <p id="watch"></p>
        <main id="behaviours"></main>
        <script>
        const token = location.hash.slice(1)
        const headers = token ? { Authorization: 'Bearer ' + token } : {}
        const element = (name, text, kind) => {
            const node = document.createElement(name)
            if (text !== undefined) node.textContent = text
            if (kind) node.className = kind
            return node
        }
        const ask = async (path, method = 'GET') => {
            const answer = await fetch(path, { method, headers })
            if (!answer.ok) throw new Error((await answer.json()).error)
            return answer
        }
        const row = (table, cells) => {
            const line = table.appendChild(element('tr'))
            for (const cell of cells) {
                line.append(cell instanceof Node ? cell : element('td', cell, typeof cell === 'number' ? 'number' : ''))
            }
        }
        const shown = new Map(), live = new Map()
        const milliseconds = ns => (ns / 1e6).toFixed(2) + ' ms'
        const liveTable = name => {
            if (!live.has(name)) {
                const table = element('table', undefined, 'live')
                const head = table.createTHead().insertRow()
                for (const word of ['run', 'at', 'call', 'result', 'hooks', 'time']) head.append(element('th', word))
                table.createTBody()
                live.set(name, table)
            }
            return live.get(name)
        }
        const result = call => call.status === 'returned'
            ? [call.result ?? '', ...Object.entries(call.out ?? {}).map(([name, value]) => name + ' = ' + value),
                call.errno ? 'errno ' + call.errno : ''].filter(Boolean).join(', ')
            : call.status + ': ' + (call.failure ?? call.reason ?? '')
        function show(call) {
            const body = liveTable(call.behaviour).tBodies[0], line = element('tr')
            if (call.dropped) {
                const cell = line.appendChild(element('td', call.dropped + ' calls were too fast to be shown'))
                cell.colSpan = 6
            } else {
                line.append(element('td', call.run, 'number'), element('td', milliseconds(call.start ?? 0), 'number'),
                    element('td', call.call + '(' + call.with.join(', ') + ')'), element('td', result(call), call.status),
                    element('td', (call.hooks ?? []).join(' › '), 'hooks'),
                    element('td', call.ns === undefined ? '' : (call.ns / 1000).toFixed(1) + ' µs', 'number'))
            }
            body.prepend(line)
            if (body.rows.length > 50) body.lastChild.remove()
        }
        async function watch() {
            const words = document.getElementById('watch')
            for (;;) {
                try {
                    const reader = (await ask('/calls/live')).body.pipeThrough(new TextDecoderStream()).getReader()
                    words.textContent = ''
                    // It begins with the latest calls, also with those that are shown.
                    for (const table of live.values()) table.tBodies[0].replaceChildren()
                    for (let rest = '';;) {
                        const { value, done } = await reader.read()
                        if (done) break
                        const lines = (rest + value).split('\n')
                        rest = lines.pop()
                        for (const line of lines) if (line) show(JSON.parse(line))
                    }
                } catch (error) { words.textContent = 'Calls are not shown: ' + error.message }
                await new Promise(resume => setTimeout(resume, 2000))
            }
        }
        const chains = lines => lines.split('\n').filter(Boolean).map(JSON.parse).map(step =>
            step.index + '  ' + step.call + (step.skipped ? '  skipped: ' + step.skipped : '') +
            (step.runs ?? []).map(run => '\n     ' + run.position.padEnd(8) + run.runs).join('')).join('\n')
        async function section(behaviour) {
            const name = behaviour.name, path = '/behaviours/' + name
            const part = element('section')
            const head = part.appendChild(element('h2', name + ' '))
            head.append(element('span', behaviour.state, 'state ' + behaviour.state))
            const facts = part.appendChild(element('table'))
            row(facts, ['source', behaviour.source])
            const active = behaviour.active
            if (active) row(facts, ['active', [active.version && 'version ' + active.version,
                active.sha256.slice(0, 12), 'since ' + active.since, active.steps + ' steps'].filter(Boolean).join(', ')])
            if (behaviour.added) row(facts, ['added', behaviour.added.join(', ')])
            const running = behaviour.running
            if (running) row(facts, ['running', `run ${running.run} (${running.cause}), since ${running.began}`])
            const last = behaviour.lastRun
            if (last) row(facts, ['last run', element('td',
                `${last.run} ${last.ending} (${last.cause}, ${milliseconds(last.ns)})` +
                (last.reason ? ': ' + last.reason : ''), last.ending)])
            row(facts, ['runs', Object.entries(behaviour.runs).map(([word, count]) => count + ' ' + word).join(', ')])
            for (const word of ['rejected', 'sourceFailure']) {
                const found = behaviour[word]
                if (found) row(facts, [word === 'rejected' ? 'rejected' : 'source', element('td',
                    (found.diagnostics ?? [found]).map(each => each.message).join('\n'), 'rejected')])
            }
            const calls = await (await ask(path + '/calls')).json()
            if (calls.length) {
                const table = part.appendChild(element('table'))
                table.append(element('th', 'action'), element('th', 'calls'), element('th', 'failed'),
                    element('th', 'average'))
                for (const call of calls) {
                    row(table, [call.action, call.calls, call.failed, (call.averageNs / 1000).toFixed(1) + ' µs'])
                }
            }
            const run = part.appendChild(element('button', 'Run'))
            run.onclick = async () => { await ask(path + '/run', 'POST'); update() }
            part.append(' ')
            const show = part.appendChild(element('button', shown.has(name) ? 'Hide the plan' : 'Show the plan'))
            show.onclick = async () => {
                if (!shown.delete(name)) shown.set(name, chains(await (await ask(path + '/plan')).text()))
                update()
            }
            if (shown.has(name)) part.append(element('pre', shown.get(name)))
            part.append(liveTable(name))
            return part
        }
        async function update() {
            const message = document.getElementById('message')
            try {
                const status = await (await ask('/status')).json()
                document.getElementById('host').textContent = status.host
                const parts = await Promise.all(status.behaviours.map(section))
                document.getElementById('behaviours').replaceChildren(...parts)
                message.textContent = 'Since ' + status.began + '; asked at ' + new Date().toISOString()
            } catch (error) { message.textContent = error.message + ' (the token stands behind # in the address)' }
        }
        update()
        watch()
        setInterval(update, 2000)
        </script>
        </html>
        """#
}
