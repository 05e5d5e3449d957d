// Runs once in the engine, before any code of users, and keeps for itself what that code may change later.
// oxlint-disable-next-line no-unused-expressions -- the host calls it
;(askHost) => {
  'use strict'
  const { stringify, parse } = JSON
  const { create, defineProperty, freeze, entries, hasOwn, setPrototypeOf } = Object
  const { String, Error, RangeError, Number, Math } = globalThis
  const { abs, imul, round } = Math
  const { exec } = RegExp.prototype
  const { slice, trim, replace, split, normalize, toLowerCase } = String.prototype
  const { call } = Function.prototype
  const { construct } = Reflect
  const of = (method) => call.bind(method)
  const [sliceText, trimText, replaceText, execPattern] = [slice, trim, replace, exec].map(of)
  const [getKept, keep] = [Map.prototype.get, Map.prototype.set].map(of)
  const [splitText, normalizeText, toLower, getTime] = [split, normalize, toLowerCase, Date.prototype.getTime].map(of)
  const MOST_TEXT = 65_536
  const MOST_REASON = 500

  // Dates as services write them: "April 20, 2021 at 04:20PM".
  const RealDate = Date
  const readable = (date) =>
    typeof date === 'string' ? replaceText(replaceText(date, ' at ', ' '), /(\d)([ap]m)\b/i, '$1 $2') : date
  function ReadingDate(...values) {
    if (new.target === undefined) return RealDate()
    if (values.length === 1) values[0] = readable(values[0])
    return construct(RealDate, values, new.target)
  }
  for (const name of ['now', 'UTC']) defineProperty(ReadingDate, name, { value: RealDate[name], writable: true })
  defineProperty(ReadingDate, 'parse', { value: (text) => RealDate.parse(readable(String(text))), writable: true })
  defineProperty(ReadingDate, 'name', { value: 'Date' })
  ReadingDate.prototype = RealDate.prototype
  RealDate.prototype.constructor = ReadingDate
  defineProperty(globalThis, 'Date', { value: ReadingDate, writable: true, configurable: true })

  for (const shown of ['Date', 'Time', '']) {
    defineProperty(RealDate.prototype, `toLocale${shown}String`, {
      value(language = 'en-US', options = {}) {
        const ms = getTime(this)
        if (ms !== ms) return 'Invalid Date'
        const text = askHost(shown, ms, String(language), stringify(options))
        if (text === '') throw new RangeError('This language, or one of the options, is not known.')
        return text
      },
      writable: true,
      configurable: true,
    })
  }

  defineProperty(Number.prototype, 'toLocaleString', {
    value(...options) {
      if (options.length > 0) throw new RangeError('toLocaleString() of a number takes nothing here. Use toFixed().')
      const [whole, part] = splitText(`${round(abs(this) * 1000) / 1000}`, '.')
      const grouped = replaceText(whole, /\B(?=(?:\d{3})+$)/g, ',')
      return `${this < 0 ? '-' : ''}${grouped}${part === undefined ? '' : `.${part}`}`
    },
    writable: true,
    configurable: true,
  })

  // As English sorts: letters first, then their accents, small before capital.
  const sorted = new Map()
  const sortKeys = (text) => {
    const known = getKept(sorted, text)
    if (known) return known
    const accents = toLower(normalizeText(text, 'NFD'))
    const keys = { letters: replaceText(accents, /[\u0300-\u036f]+/g, ''), accents }
    keep(sorted, text, keys)
    return keys
  }
  defineProperty(String.prototype, 'localeCompare', {
    value(given) {
      const one = String(this)
      const other = String(given)
      if (one === other) return 0
      const keys = sortKeys(one)
      const others = sortKeys(other)
      if (keys.letters !== others.letters) return keys.letters < others.letters ? -1 : 1
      if (keys.accents !== others.accents) return keys.accents < others.accents ? -1 : 1
      return one < other ? 1 : -1
    },
    writable: true,
    configurable: true,
  })

  let decisions
  const textOf = (value) => {
    const text = value === undefined || value === null ? '' : String(value)
    if (text.length > MOST_TEXT) throw new RangeError('A text is longer than 65,536 characters.')
    return text
  }

  const actionMethods = (decision, fields) => {
    const skip = (reason) => {
      const text = sliceText(trimText(textOf(reason)), 0, MOST_REASON)
      // The first reason is what decided; later ones only agree.
      decision.skipped ??= text || 'Skipped by filter code.'
    }
    const setters = fields.map(({ slug, setter }) => [setter, (value) => void (decision.fields[slug] = textOf(value))])
    return [['skip', skip], ...setters]
  }

  /** A query is the list of its rows, and has the first row's ingredients besides. */
  const stepValue = ({ members, rows }) => {
    const value = rows ?? {}
    for (const [name, member] of rows ? [...entries(rows[0] ?? {}), ...members] : members) {
      if (!rows || !(name in rows)) defineProperty(value, name, { value: member, enumerable: !rows })
    }
    return freeze(value)
  }

  const metaOf = ({ now, timezone, event_time, previous_event_time }) => {
    // A moment changes under add(), so each look gives another.
    const moment = (ms) => {
      let first
      return { get: () => (first ??= globalThis.moment.tz(ms, timezone)).clone(), enumerable: true }
    }
    return freeze(
      Object.defineProperties(
        {},
        {
          currentUserTime: moment(now),
          triggerTime: moment(event_time),
          previousTriggerTime:
            typeof previous_event_time === 'number' ? moment(previous_event_time) : { value: null, enumerable: true },
        },
      ),
    )
  }

  /** Mulberry32. */
  const seededRandom = (seed) => {
    let state = seed >>> 0
    return () => {
      state = (state + 0x6d2b79f5) >>> 0
      let mixed = imul(state ^ (state >>> 15), state | 1)
      mixed ^= mixed + imul(mixed ^ (mixed >>> 7), mixed | 61)
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
    }
  }

  const begin = (text) => {
    const { input, queries, actions } = parse(text)
    defineProperty(Math, 'random', { value: seededRandom(input.random_seed ?? input.event_time), writable: true })
    const services = new Map()
    const stepOf = (service, name) => {
      const steps = services.get(service) ?? new Map()
      services.set(service, steps)
      const step = steps.get(name) ?? { members: [] }
      steps.set(name, step)
      return step
    }
    const { trigger } = input
    stepOf(trigger.service, trigger.step).members.push(...entries(trigger.ingredients))
    for (const { service, step, rows } of queries) {
      stepOf(service, step).rows = rows.map(freeze)
    }
    decisions = setPrototypeOf(
      actions.map(() => setPrototypeOf({ skipped: null, fields: create(null) }, null)),
      null,
    )
    actions.forEach(({ service, step, fields }, at) => {
      stepOf(service, step).members.push(...actionMethods(decisions[at], fields))
    })
    const give = (name, value) => defineProperty(globalThis, name, { value, configurable: true })
    give('Trigger', freeze(trigger.ingredients))
    give('Meta', metaOf(input))
    for (const [service, steps] of services) {
      const named = {}
      for (const [name, step] of steps) defineProperty(named, name, { value: stepValue(step), enumerable: true })
      give(service, freeze(named))
    }
  }

  const finish = () => stringify(decisions)
  /** As JSON, without what a prototype may say of it. */
  const listing = (values) => stringify(setPrototypeOf(values, null))

  /** `[line, message, column, native]` of what the code threw; `native`: the language's own function that did. */
  const describe = (thrown) => {
    if (thrown === null || (typeof thrown !== 'object' && typeof thrown !== 'function'))
      return listing([null, `The code ended with: ${String(thrown)}`])
    if (!(thrown instanceof Error)) return listing([null, 'The code ended with an error of its own.'])
    const stack = String(thrown.stack)
    const place = execPattern(/filter\.js:(?!1:1\))(\d+):(\d+)/, stack)
    const native = execPattern(/^ +at (\S+) \(native\)/, stack)
    const message = String(thrown.message) || String(thrown.name)
    return listing([place && Number(place[1]), message, place && Number(place[2]), native && native[1]])
  }

  /** Makes moment.js ask the host how far zones are ahead of UTC. */
  const connectMoment = () => {
    const { moment } = globalThis
    const { tz } = moment
    const zones = tz['_zones']
    const MINUTE = 60_000
    class HostZone extends tz.Zone {
      constructor(name) {
        super()
        this.name = name
        this.abbrs = [name]
      }
      abbr() {
        return this.name
      }
      utcOffset(ms) {
        return -askHost(this.name, +ms, 0) / MINUTE
      }
      parse(ms) {
        return -askHost(this.name, +ms, 1) / MINUTE
      }
    }
    const knowZone = (name) => {
      const key = replaceText(String(name).toLowerCase(), /\//g, '_')
      if (hasOwn(zones, key)) return
      if (!(askHost(name, 0, 0) > -Infinity))
        throw new RangeError(`“${name}” is not a time zone. One is “Europe/Berlin”.`)
      zones[key] = new HostZone(name)
    }
    const inZone = moment.fn.tz
    moment.fn.tz = function (name, ...rest) {
      if (name !== undefined) knowZone(name)
      return inZone.call(this, name, ...rest)
    }
    const make = (...values) => {
      knowZone(values.at(-1))
      return tz(...values)
    }
    moment.tz = Object.assign(make, tz)
  }

  const where = () => describe(new Error('stopped'))

  return { begin, finish, describe, where, connectMoment }
}
