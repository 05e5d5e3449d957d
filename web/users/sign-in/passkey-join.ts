import type { JoinOptionsInput } from '../../../worker/contract/accounts/passkey.ts'
import type { Me } from '../../../worker/contract/accounts/me.ts'
import { accountApi } from '../../browser/api/account-calls.ts'
import { createPasskey } from '../../browser/device/passkey-device.ts'

/** Makes a passkey and an account with it. Rejects with RequestError or PasskeyGivenUp. */
export async function joinWithPasskey({ email, login }: JoinOptionsInput): Promise<{ me: Me }> {
  const passkey = await createPasskey(await accountApi.joinOptions({ email, login }))
  return accountApi.joinWithPasskey({ email, login, passkey })
}
