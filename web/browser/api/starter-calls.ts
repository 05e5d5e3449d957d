import type { AppletResponse } from '../../../worker/contract/applets/applet.ts'
import type { MakerKeyResponse } from '../../../worker/contract/hooks/hook-response.ts'
import type { SecretAddressKind } from '../../../worker/contract/hooks/secret-address.ts'
import type { PressTaken } from '../../../worker/contract/runs/run-answers.ts'
import { APPLET } from './answer-shapes.ts'
import { request } from './typed-request.ts'

const applet = (id: number) => `/api/applets/${id}`

/** The calls about what starts an Applet, apart from the others: few Applets need them. All reject with RequestError. */
export const starterApi = {
  pressButton: (id: number, press: string) =>
    request.post<PressTaken>(`${applet(id)}/press`, { run: 'text', applet_id: 'number' }, { press }),
  regenerateAddress: (id: number, kind: SecretAddressKind) =>
    request.post<AppletResponse>(`${applet(id)}/${kind}`, APPLET),
  revealMakerKey: () => request.get<MakerKeyResponse>('/api/maker_key/url', { maker_key: 'object?', hidden: 'flag' }),
  makeMakerKey: () => request.post<MakerKeyResponse>('/api/maker_key', { maker_key: 'object?', hidden: 'flag' }, {}),
}
