/** Where the wrapped Worker says how many rows its Runners have written since it started. */
export const ROWS_PATH = '/bench/rows-written'

/**
 * A module around the built Workers: every Runner's statements are kept, and asked for what they wrote. Index rows count
 * too, as Cloudflare bills them. It costs time, so nothing else is measured with it.
 */
export const COUNT_ROWS = `
  import worker from './api/index.js'
  import { Runner as Built } from './runner/index.js'
  export { FilterCompiler, Host, RunnerHealth, Source } from './runner/index.js'

  const cursors = []

  export class Runner extends Built {
    constructor(state, env) {
      const { sql } = state.storage
      const exec = sql.exec.bind(sql)
      Object.defineProperty(sql, 'exec', {
        value: (...statement) => {
          const cursor = exec(...statement)
          cursors.push(cursor)
          return cursor
        },
      })
      super(state, env)
    }
  }

  export default {
    ...worker,
    fetch(request, env, execution) {
      if (new URL(request.url).pathname !== '${ROWS_PATH}') return worker.fetch(request, env, execution)
      return Response.json(cursors.reduce((sum, { rowsWritten }) => sum + rowsWritten, 0))
    },
  }`
