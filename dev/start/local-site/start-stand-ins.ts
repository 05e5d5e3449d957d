import { startClock } from '../clock/start-clock.ts'
import { DEMO_CAMPAIGN } from '../../seed/seed-stripe.ts'
import { LOCAL_SETTINGS } from '../../settings/local-settings.ts'
import { GITHUB_OAUTH_APP } from '../../stand-ins/doubles/github/github-oauth.ts'
import { PICKER_APP_ID, PICKER_KEY } from '../../stand-ins/doubles/google_sheets/picker.ts'
import { doubleSignIns } from '../../stand-ins/doubles/double-routes.ts'
import { LARDER_SERVICE_KEY } from '../../stand-ins/doubles/ifttt-service/larder-api.ts'
import { LARDER_CLIENT } from '../../stand-ins/doubles/ifttt-service/larder-oauth.ts'
import { startOutbox } from '../../stand-ins/outbox/start-outbox.ts'
import { demoIdVars } from '../../stand-ins/services/data/demo-id.ts'
import { CLIENT_ID, productAt } from '../../stand-ins/services/data/demo-client.ts'
import { startServices } from '../../stand-ins/services/start-services.ts'
import { startStripe } from '../../stand-ins/stripe/start-stripe.ts'

/** The credentials that the operator of the product has from the stand-ins of other houses. */
const OPERATOR_CREDENTIALS = {
  github: GITHUB_OAUTH_APP,
  larder: { ...LARDER_CLIENT, service_key: LARDER_SERVICE_KEY },
}

/** `stripe` is null when a developer uses their own Stripe account. */
type Ports = { services: number; outbox: number; stripe: number | null; clock: number }

/**
 * Starts the stand-ins: the services, the outbox, Stripe, and the movable clock. Port 0 picks any free port.
 * `vars` are the Worker's settings that point to them.
 */
export async function startStandIns(ports: Ports, stateDir?: string) {
  const services = await startServices({
    port: ports.services,
    ...(stateDir && { stateFile: `${stateDir}/services.json` }),
  })
  const clock = await startClock({ port: ports.clock, ...(stateDir && { stateFile: `${stateDir}/clock.json` }) })
  const { now } = clock
  const outbox = await startOutbox({
    port: ports.outbox,
    now,
    ...(stateDir && { stateFile: `${stateDir}/outbox.json` }),
  })
  const stripe =
    ports.stripe === null
      ? null
      : await startStripe({ port: ports.stripe, now, ...(stateDir && { stateFile: `${stateDir}/stripe.json` }) })
  const signIns = doubleSignIns().flatMap(({ module_name, clients }) =>
    clients[0]?.client_id === CLIENT_ID ? [[module_name, productAt(module_name)]] : [],
  )
  const vars: Record<string, string> = {
    ...LOCAL_SETTINGS,
    SERVICE_CREDENTIALS: JSON.stringify({
      ...Object.fromEntries(signIns),
      ...OPERATOR_CREDENTIALS,
    }),
    GOOGLE_PICKER_KEY: PICKER_KEY,
    GOOGLE_PICKER_APP_ID: PICKER_APP_ID,
    SERVICE_ADDRESSES: JSON.stringify(services.addresses),
    TRUSTED_ORIGINS: services.origin,
    ...demoIdVars(services.origin),
    ...twilioAt(outbox.origin),
    ...(stripe && { ...stripe.vars, CAMPAIGN_CODE: DEMO_CAMPAIGN }),
  }
  return {
    services,
    outbox,
    stripe,
    clock,
    vars,
    /** Saves the state of all stand-ins; the returned function restores it. */
    takeSnapshot: () => {
      const restorers = [
        services.control.takeSnapshot(),
        outbox.takeSnapshot(),
        stripe?.emulator.control.takeSnapshot(),
        clock.takeSnapshot(),
      ]
      return () => restorers.forEach((restore) => restore?.())
    },
    close: async () => {
      await Promise.all([services.close(), outbox.close(), stripe?.close(), clock.close()])
    },
  }
}

/** The outbox accepts texts as Twilio does; 15005550006 is Twilio's own test number. */
function twilioAt(origin: string) {
  return {
    TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
    TWILIO_AUTH_TOKEN: 'local',
    TWILIO_FROM: '+15005550006',
    TWILIO_API_BASE: origin,
  }
}

export type StandIns = Awaited<ReturnType<typeof startStandIns>>
