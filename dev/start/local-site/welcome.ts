import { DEFAULT_PORT } from '../../settings/ports.ts'
import type { StandIns } from './start-stand-ins.ts'

/** The text that `npm start` prints when everything runs. */
export function welcome({ origin, standIns }: { origin: string; standIns: StandIns }): string {
  return `
  Switchyard is at        ${origin}

  Sign in as              free@demo.test, trialused@demo.test, pro@demo.test, proplus@demo.test, legacy@demo.test,
                          store@demo.test, storeandroid@demo.test, student@demo.test, author@demo.test
  with the password       correct horse battery

  Stand-ins for outside services, on this machine only:
    services (APIs, sign-in), Demo ID       ${standIns.services.origin}
    outbox for emails and texts             ${standIns.outbox.origin}
${stripeLine(standIns)}
    clock, which moves them all forward     ${standIns.clock.origin}

  Try ${origin}/applets/star-to-sheet and press Connect. Then star a repository at
  ${standIns.services.origin}/github, and press Check now on the Applet's page.
  Ctrl-C stops everything; ${resetCommand(origin)} deletes the local data.
`
}

/** Each port has its own data, so each needs its own command. */
function resetCommand(origin: string): string {
  const { port } = new URL(origin)
  return port === String(DEFAULT_PORT) ? 'npm run reset' : `PORT=${port} npm run reset`
}

function stripeLine({ stripe }: StandIns): string {
  if (!stripe) return '    payments use your own Stripe account (.dev.vars)'
  return `    Stripe (pay with 4242 4242 4242 4242)   ${stripe.origin}`
}
