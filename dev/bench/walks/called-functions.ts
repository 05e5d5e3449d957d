import { Session, type Profiler } from 'node:inspector'
import { join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { isForTests } from '../../check/source-files.ts'
import { ROOT } from '../../processes/run.ts'

/** `name` is empty for a function without one. */
export type CalledFunction = { file: string; name: string; calls: number }

const WORKER = `${pathToFileURL(join(ROOT, 'worker')).href}/`

/** Starts to count the Worker's functions in this process. Each call of what it returns takes those called since the last. */
export function countCalledFunctions(): () => CalledFunction[] {
  const session = new Session()
  session.connect()
  session.post('Profiler.enable')
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  return () => {
    let scripts: Profiler.ScriptCoverage[] = []
    // A session of the thread itself answers at once.
    session.post('Profiler.takePreciseCoverage', (error, { result }) => {
      if (error) throw error
      scripts = result
    })
    return scripts.filter(({ url }) => url.startsWith(WORKER)).flatMap((script) => calledIn(script))
  }
}

function calledIn({ url, functions }: Profiler.ScriptCoverage): CalledFunction[] {
  const file = relative(ROOT, fileURLToPath(url))
  if (isForTests(file)) return []
  return functions.flatMap(({ functionName: name, ranges: [range] }) => {
    const isModule = name === '' && range?.startOffset === 0
    return range && range.count > 0 && !isModule ? [{ file, name, calls: range.count }] : []
  })
}
