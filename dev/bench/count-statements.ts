/** Where the wrapped Worker says how many statements each round trip to D1 had since it was asked last. */
export const STATEMENTS_PATH = '/bench/statements'

/** A module around the built Worker that counts its statements. It costs time, so nothing is timed with it. */
export const COUNT_STATEMENTS = `
  import worker from './index.js'

  let trips = []

  function count(database) {
    const statement = Object.getPrototypeOf(database.prepare('select 1'))
    const { batch } = database.constructor.prototype
    if (statement.isCounted) return
    for (const name of ['all', 'raw', 'run', 'first']) {
      const ask = statement[name]
      statement[name] = function (...given) {
        trips.push(1)
        return ask.apply(this, given)
      }
    }
    database.constructor.prototype.batch = function (statements) {
      trips.push(statements.length)
      return batch.call(this, statements)
    }
    statement.isCounted = true
  }

  export default {
    fetch(request, env, execution) {
      count(env.DB)
      if (new URL(request.url).pathname !== '${STATEMENTS_PATH}') return worker.fetch(request, env, execution)
      const asked = trips
      trips = []
      return Response.json(asked)
    },
  }`
