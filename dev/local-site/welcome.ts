import { DEFAULT_PORT } from '../settings/ports.ts'
import type { StandIns } from './start-stand-ins.ts'

/** What a developer reads when everything runs. */
export function welcome({ origin, standIns }: { origin: string; standIns: StandIns }): string {
  return `
  Switchyard is at        ${origin}

  Sign in as              free@demo.test, trialused@demo.test, pro@demo.test, proplus@demo.test, legacy@demo.test,
                          store@demo.test, storeandroid@demo.test, student@demo.test, author@demo.test
  with the password       correct horse battery

  Stand-ins for the outside world, on this machine only:
    the services' sign-in and APIs, Demo ID ${standIns.services.origin}
    sent mails and texts                    ${standIns.outbox.origin}
${stripeLine(standIns)}

  Try ${origin}/applets/star-to-sheet and press Connect. Ctrl-C ends all of it; ${resetCommand(origin)} empties it.
`
}

/** Each address has data of its own, and only its own command empties it. */
function resetCommand(origin: string): string {
  const { port } = new URL(origin)
  return port === String(DEFAULT_PORT) ? 'npm run reset' : `PORT=${port} npm run reset`
}

function stripeLine({ stripe }: StandIns): string {
  if (!stripe) return '    payments go to your own Stripe account (.dev.vars)'
  return `    Stripe, where 4242 4242 4242 4242 pays  ${stripe.origin}`
}
