import type { ProbeServiceInput } from '../../../contract/services/service-file-input.ts'
import { readTypedSteps } from '../../../contract/services/typed-steps.ts'
import type { Settings } from '../../../system/context/env.ts'
import { SENTENCES } from '../../../contract/errors.ts'
import { AppError } from '../../../system/errors/app-error.ts'
import type { StepIo } from '../../../engine/steps/service-steps.ts'
import { askIfttt, sendIfttt } from '../ifttt-request.ts'
import { isRecord } from '../../../contract/shared/is-record.ts'
import { probeSteps, type NamedSteps, type ProbedSteps } from './probe-steps.ts'

/** A service's description of itself, without the names that its operator gives. */
export type ProbedService = ProbedSteps & {
  api_url: string
  /** Whether its users connect accounts. */
  signs_in: boolean
}

type Given = ProbeServiceInput
type Ports = Omit<StepIo, 'base_url' | 'app' | 'token'>

/**
 * Asks a service that speaks IFTTT's protocol what it has, for its import: whether it is there, what its test set-up
 * names, and one small poll of each trigger, named there or typed, for ingredients. The token of the test set-up is used here and stored
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
  const typed = {
    triggers: readTypedSteps(given.triggers ?? '') ?? {},
    queries: readTypedSteps(given.queries ?? '') ?? {},
    actions: readTypedSteps(given.actions ?? '') ?? {},
  }
  const status = await sendIfttt(service, { method: 'GET', path: '/status' }, io)
  if (!status.ok) throw refusal(status.problem)
  const setup = await askIfttt(service, { method: 'POST', path: '/test/setup', body: {} }, io)
  if (!setup.ok && setup.problem.failure !== 'protocol') throw refusal(setup.problem)
  if (!setup.ok || !isRecord(setup.value.data)) throw wrongAddress(SENTENCES.ifttt_no_samples)
  const { accessToken, samples } = setup.value.data
  const token = typeof accessToken === 'string' && /^[\x21-\x7e]+$/.test(accessToken) ? accessToken : null
  return { api_url, ...(await probeOpened(service.name, { samples, typed }, { ...io, token })) }
}

/** A set-up may carry a token although nobody signs in: where that opens nothing, the service key is tried too. */
async function probeOpened(name: string, named: NamedSteps, io: StepIo): Promise<Omit<ProbedService, 'api_url'>> {
  if (io.token !== null) {
    const byToken = watchAnswers(io)
    const probed = await probeSteps({ name, signs_in: true }, named, byToken.io)
    if (!byToken.areRefused()) return { signs_in: true, ...probed }
  }
  const byKey = watchAnswers({ ...io, token: null })
  const probed = await probeSteps({ name, signs_in: false }, named, byKey.io)
  return { signs_in: byKey.areRefused(), ...probed }
}

/** Whether calls were answered with 401 and none in 2xx. */
function watchAnswers(io: StepIo) {
  const statuses: number[] = []
  const fetch: StepIo['fetch'] = async (address, init) => {
    const sent = await io.fetch(address, init)
    if (sent.ok) statuses.push(sent.value.status)
    return sent
  }
  const areRefused = () => statuses.includes(401) && !statuses.some((status) => status < 300)
  return { io: { ...io, fetch }, areRefused }
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
