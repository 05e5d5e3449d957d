import type { SignInSettings } from '../../oauth/provider-settings.ts'
import { productAt } from '../../services/data/demo-client.ts'
import { selfObject } from './notion-objects.ts'
import { BOT, refuseAsNotion } from './notion-state.ts'

/** Notion's sign-in: the client in Basic, JSON bodies without anything unknown, and no PKCE. */
export const NOTION_SIGN_IN: SignInSettings = {
  module_name: 'notion',
  name: 'Notion',
  brand_color: '#191919',
  scopes: { pages: 'See, change and add to the pages that you choose' },
  accounts: [{ id: 'ada', name: 'Ada’s garden' }],
  paths: { authorize: '/v1/oauth/authorize', token: '/v1/oauth/token', revoke: '/v1/oauth/revoke' },
  clients: [productAt('notion')],
  tokens: {
    prefixes: { code: '', access: 'ntn_', refresh: 'nrt_' },
    access_seconds: null,
    replaces_access: true,
    answer: () => ({ ...tokenObject(), token_type: 'bearer', scope: undefined }),
  },
  parameters: ['client_id', 'redirect_uri', 'response_type', 'owner', 'state'],
  required: { owner: 'user' },
  pkce: 'ignored',
  keeps_errors: true,
  body: 'json',
  client_auth: 'basic',
  is_exact: true,
  revocation: { ends: 'grant', by: 'client', unknown: null, answer: { request_id: 'r' } },
  refuse_request: (description) => refuseAsNotion(400, description),
}

function tokenObject() {
  const { id, name } = selfObject()
  return {
    bot_id: BOT,
    workspace_icon: null,
    workspace_name: 'Ada’s garden',
    workspace_id: 'f00f0000-0000-4000-8000-000000000003',
    owner: {
      type: 'user',
      user: { object: 'user', id, name, avatar_url: null, type: 'person', person: { email: 'ada@notion.example' } },
    },
    duplicated_template_id: null,
    request_id: 'r',
  }
}
