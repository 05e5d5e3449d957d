import { isSealedSecret } from '../../../system/secrets/field-secret.ts'
import { HIDDEN } from '../../../system/secrets/hide-values.ts'
import type { RunnerWorld } from '../world/world.ts'

type Texts = Record<string, string>

/**
 * The fields of a step with its secrets opened, for one request; `secrets`: what was opened. `written`: as they stand in the step.
 * A text that only looks sealed stays as it is: an event brought it, or filter code has `set` it. Throws as `openSecrets` does.
 */
export async function openStepSecrets(
  { openSecrets }: Pick<RunnerWorld, 'openSecrets'>,
  { fields, written, set = {} }: { fields: Texts; written: Texts; set?: Texts | undefined },
): Promise<{ fields: Texts; secrets: string[] }> {
  const isOwn = ([slug, value]: [string, string]) =>
    isSealedSecret(value) && isSealedSecret(written[slug] ?? '') && !Object.hasOwn(set, slug)
  const opened = await openSecrets(Object.fromEntries(Object.entries(fields).filter(isOwn)))
  return { fields: { ...fields, ...opened }, secrets: Object.values(opened) }
}

/** A step's input as pages may show it. */
export function shownValue(value: string): string {
  return isSealedSecret(value) ? HIDDEN : value
}
