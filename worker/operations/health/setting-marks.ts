import type { RunnerWorkerSettings } from '../../system/context/settings/runner-worker-settings.ts'
import { RUNNER_WORKER_SETTINGS } from '../../system/context/settings/runner-worker-settings.ts'
import type { SettingMarks } from '../../system/runner-api/worker-report.ts'
import { hmac } from '../../system/secrets/hashes.ts'

/** The settings that both Workers have. A mark without its challenge and the value says nothing of the value. */
export async function markSettings(settings: RunnerWorkerSettings, challenge: string): Promise<SettingMarks> {
  const marked = Object.entries(sharedValues(settings)).map(async ([name, values]) => {
    return [name, await Promise.all(values.map((value) => hmac(value, `setting:${name}:${challenge}`)))] as const
  })
  return Object.fromEntries(await Promise.all(marked))
}

/** The API Worker has more settings, of which the other one knows nothing. */
function sharedValues(settings: RunnerWorkerSettings): Record<string, readonly string[]> {
  const shared = Object.entries(settings).filter(([name]) => name in RUNNER_WORKER_SETTINGS)
  return {
    ...Object.fromEntries(shared.map(([name, value]) => [name, [JSON.stringify(value)]])),
    SECRET_KEY: settings.SECRET_KEY,
    TOKEN_KEYS: settings.TOKEN_KEYS.split(','),
  }
}

/**
 * Names of settings under which one Worker cannot use what the other makes. Lists of keys may differ while one is
 * rotated, as long as each has the first key of the other. A setting that only one of two releases knows is left out.
 */
export function differingSettings(own: SettingMarks, other: SettingMarks): string[] {
  return Object.entries(own).flatMap(([name, marks]) => {
    const others = other[name]
    const agree = !others || (hasFirstOf(marks, others) && hasFirstOf(others, marks))
    return agree ? [] : [name]
  })
}

function hasFirstOf(marks: readonly string[], [first]: readonly string[]): boolean {
  return first !== undefined && marks.includes(first)
}
