import type { ConnectedAccount } from '../../worker/contract/connections/service.ts'
import { service } from '../testing/catalogue.fixture.ts'

/** Test fixture: a connected account with these fields. */
export function account(fields: Partial<ConnectedAccount> = {}): ConnectedAccount {
  return {
    id: 'con_1',
    service: service(),
    account_name: 'ada@github.test',
    status: 'connected',
    connected_at: Date.UTC(2026, 10, 3),
    used_by: [],
    ...fields,
  }
}
