import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { ROOT } from '../processes/run.ts'

type Vars = Record<string, string>

/**
 * The stand-ins' settings with a developer's own from `.dev.vars` over them. Whose own OpenID provider it is, means that
 * one as a whole: nothing of the stand-in's may complete its settings.
 */
export function withDevVars(vars: Vars, own: Vars): Vars {
  const isOidc = (name: string) => name.startsWith('OIDC_')
  const replaced = Object.keys(own).some(isOidc) ? isOidc : () => false
  const kept = Object.entries(vars).filter(([name]) => !replaced(name))
  return { ...Object.fromEntries(kept), ...own }
}

/** The developer's own settings, which win over this machine's. */
export function devVars(): Record<string, string> {
  const file = join(ROOT, '.dev.vars')
  const read = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}
  const own = Object.fromEntries(
    Object.entries(read).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
  // Whose own Twilio account it is, means Twilio and not the outbox.
  return { ...('TWILIO_ACCOUNT_SID' in own && { TWILIO_API_BASE: 'https://api.twilio.com' }), ...own }
}
