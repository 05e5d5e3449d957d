import type { Settings } from '../../../system/context/env.ts'
import { SENTENCES } from '../../../contract/errors.ts'
import { AppError } from '../../../system/errors/app-error.ts'
import type { StepIo } from '../../../engine/steps/service-steps.ts'
import { askIfttt, isRecord, sendIfttt } from '../ifttt-request.ts'
import { probeSteps, type ProbedSteps } from './probe-steps.ts'

/** A service's description of itself, without the names that its operator gives. */
export type ProbedService = ProbedSteps & {
  api_url: string
  /** Whether its users connect accounts. */
  signs_in: boolean
}

type Given = { api_url: string; service_key: string }
type Ports = Omit<StepIo, 'base_url' | 'app' | 'token'>

/**
 * Asks a service that speaks IFTTT's protocol what it has, for its import: whether it is there, what its test set-up
 * names, and one small poll of each trigger for ingredients. The token of the test set-up is used here and stored
 * nowhere. Throws `invalid_input` on `api_url` or `service_key`, and `service_unreachable` (502).
 */
export async function probeService(
  { settings }: { settings: Pick<Settings, 'SITE_ORIGIN'> },
  ports: Ports,
  given: Given,
): Promise<ProbedService> {
  const api_url = given.api_url
    .trim()
    .replace(/\/+$/, '')
    .replace(/\/ifttt\/v1$/, '')
  const { service_key } = given
  const io: StepIo = {
    ...ports,
    base_url: api_url,
    token: null,
    app: { origin: settings.SITE_ORIGIN, serviceKey: async () => service_key },
  }
  const service = { name: hostOf(api_url), signs_in: false }
  const status = await sendIfttt(service, { method: 'GET', path: '/status' }, io)
  if (!status.ok) throw refusal(status.problem)
  const setup = await askIfttt(service, { method: 'POST', path: '/test/setup', body: {} }, io)
  if (!setup.ok && setup.problem.failure !== 'protocol') throw refusal(setup.problem)
  if (!setup.ok || !isRecord(setup.value.data)) throw wrongAddress(SENTENCES.ifttt_no_samples)
  const { accessToken, samples } = setup.value.data
  const token = typeof accessToken === 'string' && /^[\x21-\x7e]+$/.test(accessToken) ? accessToken : null
  const probed = await probeSteps({ name: service.name, signs_in: token !== null }, samples, { ...io, token })
  if (probed.triggers.length + probed.queries.length + probed.actions.length === 0)
    throw wrongAddress(SENTENCES.ifttt_no_samples)
  return { api_url, signs_in: token !== null, ...probed }
}

function hostOf(address: string): string {
  if (!URL.canParse(address)) throw wrongAddress(SENTENCES.ifttt_not_an_address)
  return new URL(address).host
}

function refusal({ failure, message, status }: { failure: string; message: string; status: number | null }): AppError {
  if (failure === 'unauthorized' || status === 403)
    return new AppError('invalid_input', { attribute: 'service_key', message: SENTENCES.ifttt_key_refused })
  if (failure === 'refused') return wrongAddress(message)
  if (status === 404 || status === 405) return wrongAddress(SENTENCES.ifttt_not_here)
  return new AppError('service_unreachable', { cause: new Error(failure) })
}

function wrongAddress(message: string): AppError {
  return new AppError('invalid_input', { attribute: 'api_url', message })
}
