import type { ProofInput, ProofResponse } from '../../worker/contract/accounts/proof.ts'
import { request } from './api-calls.ts'

/** The calls of the account's own pages and dialogs. All reject with RequestError. */
export const accountApi = {
  proofWays: () => request.get<ProofResponse>('/api/session/proof'),
  prove: (input: ProofInput) => request.post<Record<string, never>>('/api/session/proof', input),
}
