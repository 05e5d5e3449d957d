import { UNSUBSCRIBE_PATH } from '../../../worker/contract/messages/reminder-setting.ts'
import { ApiRefusal, unwrap } from '../../edge/api/api-fetch.ts'
import type { LoadInput, Loaded, Route } from '../../edge/routing/page-route.ts'
import type { UnsubscribeData } from './unsubscribe-page.tsx'

const TITLE = 'Reminders by email'

/** The Worker serves the POST to this address, from mail programs and from this page's form. */
export const unsubscribeRoute = {
  pattern: UNSUBSCRIBE_PATH,
  page: 'users/messages/unsubscribe-page',
  access: 'fresh',
  load,
} as const satisfies Route

async function load({ fresh, search }: LoadInput): Promise<Loaded<UnsubscribeData>> {
  const token = search.get('token') ?? ''
  try {
    const { reminders } = await unwrap(fresh.api.reminders.$get({ query: { token } }))
    return { kind: 'page', data: { link: { token, reminders } }, title: TITLE }
  } catch (error) {
    // 422: not a link of ours; 404: its account is gone.
    if (!(error instanceof ApiRefusal) || (error.status !== 422 && error.status !== 404)) throw error
    return { kind: 'page', data: { link: null }, title: TITLE, status: 404 }
  }
}
