import type * as z from 'zod/mini'

type Rules<Settings> = {
  schema: z.ZodMiniType<Settings>
  /** Finds problems with settings that are right one by one, a sentence each. */
  problemsOf(settings: Settings): string[]
  /** The file that has the rest. */
  config: string
}

/** The validated settings. Throws one Error that names every wrong setting and how to set it. */
export function readBy<Settings>({ schema, problemsOf, config }: Rules<Settings>, env: unknown): Settings {
  const result = schema.safeParse(env)
  const problems = result.success
    ? problemsOf(result.data)
    : result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  if (result.success && problems.length === 0) return result.data
  const lines = problems.map((problem) => `  ${problem}`)
  throw new Error(
    `Switchyard cannot start because these settings are wrong:\n${lines.join('\n')}\nSet them in ${config} [vars], with \`wrangler secret put\`, or locally in .dev.vars.`,
  )
}

/** Reads an environment once for each isolate, because it cannot change while the isolate lives. */
export function readOnce<Env extends object, Settings>(read: (env: Env) => Settings): (env: Env) => Settings {
  const checked = new WeakMap<Env, { settings: Settings }>()
  return (env) => {
    const known = checked.get(env) ?? { settings: read(env) }
    checked.set(env, known)
    return known.settings
  }
}
