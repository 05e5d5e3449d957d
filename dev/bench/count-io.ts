/** Where the wrapped Worker says what it has waited for since it was asked last. */
export const COUNTS_PATH = '/bench/counts'

/** `trips`: the statements of each round trip to D1. `runner` and `kv`: how often a Runner and KV were asked. */
export type Counts = { trips: number[]; runner: number; kv: number }

/** A module around the built API Worker that counts what it waits for. It costs time, so nothing is timed with it. */
export const COUNT_IO = `
  import worker from './api/index.js'

  const none = () => ({ trips: [], runner: 0, kv: 0 })
  let counts = none()

  function countStatements(database) {
    const statement = Object.getPrototypeOf(database.prepare('select 1'))
    const { batch } = database.constructor.prototype
    if (statement.isCounted) return
    for (const name of ['all', 'raw', 'run', 'first']) {
      const ask = statement[name]
      statement[name] = function (...given) {
        counts.trips.push(1)
        return ask.apply(this, given)
      }
    }
    database.constructor.prototype.batch = function (statements) {
      counts.trips.push(statements.length)
      return batch.call(this, statements)
    }
    statement.isCounted = true
  }

  function counted(target, kind) {
    // A stub that an async function returns is not a promise.
    const get = (asked, name) =>
      name !== 'then' && ((...given) => {
        counts[kind]++
        return asked[name](...given)
      })
    return new Proxy(target, { get })
  }

  function countRunners(namespace) {
    return {
      newUniqueId: () => namespace.newUniqueId(),
      idFromString: (id) => namespace.idFromString(id),
      get: (id) => counted(namespace.get(id), 'runner'),
    }
  }

  export default {
    fetch(request, env, execution) {
      countStatements(env.DB)
      const watched = { ...env, CACHE: counted(env.CACHE, 'kv'), RUNNER: countRunners(env.RUNNER) }
      if (new URL(request.url).pathname !== '${COUNTS_PATH}') return worker.fetch(request, watched, execution)
      const asked = counts
      counts = none()
      return Response.json(asked)
    },
  }`
