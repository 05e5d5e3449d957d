import type * as z from 'zod/mini'
import { AppError } from '../../errors/app-error.ts'
import { log } from '../../log/log.ts'
import type { Read } from './setting-shapes.ts'

type Shapes = Record<string, z.ZodMiniType>

type SettingRules<Of extends Shapes> = {
  shapes: Of
  /** The settings of one feature: where one is wrong, all count as not set, which turns the feature off. */
  features: readonly (readonly (keyof Of)[])[]
  /** What a wrong setting counts as where its default would do too much; under `*`, what a wrong entry does. */
  off: Partial<Read<Of>>
  /** Finds problems with settings that are right one by one: `NAME: what is wrong`. */
  problemsOf(settings: Read<Of>): string[]
}

/** `settings`: null where one that has no default is wrong. `problems`: `NAME: what is wrong`, without its value. */
export type SettingsRead<Settings> = { settings: Settings | null; problems: readonly string[] }

/** Reads each setting by itself: one that is wrong turns off what it sets, and nothing else. */
export function readBy<Of extends Shapes>(
  { shapes, features, off, problemsOf }: SettingRules<Of>,
  env: Record<string, unknown>,
): SettingsRead<Read<Of>> {
  const values: Record<string, unknown> = {}
  const problems: string[] = []
  let starts = true
  const turnOff = (name: string) => {
    for (const each of features.find((names) => names.includes(name)) ?? [name])
      values[String(each)] = off[each] ?? shapes[String(each)]?.safeParse(undefined).data
  }
  const wrong: string[] = []
  for (const [name, shape] of Object.entries(shapes)) {
    const { data, issues } = readOne(shape, env[name], off[name])
    values[name] = data
    problems.push(...issues.map((issue) => `${[name, ...issue.path].join('.')}: ${wordsOf(issue, env[name])}`))
    if (issues.length > 0 && data === undefined) wrong.push(name)
    if (!shape.safeParse(undefined).success) starts &&= issues.length === 0
  }
  wrong.forEach(turnOff)
  if (!starts) return { settings: null, problems }
  const together = problemsOf(values as Read<Of>)
  for (const problem of together) turnOff(problem.slice(0, problem.indexOf(':')))
  return { settings: values as Read<Of>, problems: [...problems, ...together] }
}

/** The schema has no words for a value of another type, such as one without quotes in TOML. */
function wordsOf({ code, message }: z.core.$ZodIssue, value: unknown): string {
  if (message !== 'Invalid input' || code !== 'invalid_type') return message
  return value === undefined ? 'is not set' : 'has the wrong type'
}

type Outcome = { data: unknown; issues: readonly z.core.$ZodIssue[] }

/** Of JSON with an entry for each service, the right entries count. */
function readOne(shape: z.ZodMiniType, value: unknown, off: unknown): Outcome {
  const { data, error } = shape.safeParse(value)
  if (!error) return { data, issues: [] }
  const { issues } = error
  if (typeof value !== 'string' || issues.some(({ path }) => path.length === 0)) return { data: undefined, issues }
  const elsewhere = (off as Record<string, unknown> | undefined)?.['*']
  const entries = Object.entries(JSON.parse(value) as object).flatMap(([key, entry]) => {
    const issue = issues.find(({ path }) => path[0] === key)
    if (!issue) return [[key, entry]]
    return elsewhere === undefined || issue.code === 'invalid_key' ? [] : [[key, elsewhere]]
  })
  return { data: shape.safeParse(JSON.stringify(Object.fromEntries(entries))).data, issues }
}

/** Lines of the log that this isolate has written: each Durable Object has an environment of its own. */
const told = new Set<string>()

/**
 * Reads an environment once for each isolate, because it cannot change while the isolate lives, and logs what is wrong.
 * The function throws `not_set_up` where a setting is wrong that the product cannot do without.
 */
export function readOnce<Env extends object, Settings>(
  read: (env: Env) => SettingsRead<Settings>,
): (env: Env) => Settings {
  const checked = new WeakMap<Env, SettingsRead<Settings>>()
  return (env) => {
    const known = checked.get(env) ?? read(env)
    checked.set(env, known)
    for (const problem of known.problems) {
      if (told.has(problem)) continue
      told.add(problem)
      log('error', 'wrong_setting', { problem })
    }
    if (known.settings === null) throw new AppError('not_set_up')
    return known.settings
  }
}
