import { expect, test } from 'vitest'
import { io, KEY, ofFile } from './sampled-steps.fixture.ts'

const said = (failure: string, message: string) => ({
  ok: false,
  problem: { failure, message: expect.stringContaining(message) },
})
const refused = (message: string) => said('status', `refused this. It said: ${message}`)
const later = { ok: false, problem: { failure: 'rate_limited' } }
const done = (answer: string) => ({ ok: true, value: { answer } })
const gone = { ok: false, problem: { is_account_gone: true, message: expect.stringContaining('Make a new webhook') } }
const goneAtField = { ok: false, problem: { ...gone.problem, attribute: 'webhook' } }
const error = (code: string, message: string) => ({ error: { code, message } })
const google = (status: string, message: string, reason = '') => ({ error: { status, message, details: [{ reason }] } })
const linear = (each: object) => ({ errors: [each], data: null })

/** What a provider answers, as it documents it, and what people are told. `account`: while they connect. */
const ANSWERS: [step: `${string}/${string}`, status: number, answer: string | object, told: object][] = [
  [
    'airtable/create_record',
    422,
    { error: { type: 'U', message: 'Unknown field name: "Due"' } },
    refused('Unknown field'),
  ],
  ['bluesky/account', 400, { error: 'ExpiredToken', message: 'Token has expired' }, said('unauthorized', 'Bluesky')],
  ['bluesky/account', 400, { error: 'InvalidRequest', message: 'Bad' }, refused('Bad')],
  ['bluesky/account', 401, { error: 'AccountTakedown' }, said('unauthorized', 'has suspended this account')],
  ['discord/account', 404, { message: 'Unknown Webhook', code: 10015 }, goneAtField],
  ['discord/account', 401, { message: 'Invalid Webhook Token', code: 50027 }, goneAtField],
  ['discord/post_message', 404, { message: 'Unknown Webhook', code: 10015 }, gone],
  [
    'discord/post_message',
    400,
    { message: 'Invalid Form Body', code: 50035, errors: {} },
    refused('Invalid Form Body'),
  ],
  ['discord/post_message', 429, { message: 'You are being rate limited.', retry_after: 0.4, global: false }, later],
  [
    'google_calendar/create_event',
    409,
    { error: { code: 409, errors: [{ reason: 'duplicate' }] } },
    done('An earlier try has added it.'),
  ],
  ['google_chat/post_message', 400, google('INVALID_ARGUMENT', 'API key not valid.', 'API_KEY_INVALID'), gone],
  ['google_chat/post_message', 401, google('UNAUTHENTICATED', 'The token is invalid.'), gone],
  ['google_chat/post_message', 404, google('NOT_FOUND', 'The space does not exist.'), gone],
  ['google_chat/post_message', 400, google('INVALID_ARGUMENT', 'Message cannot be empty.'), refused('Message cannot')],
  ['linear/create_issue', 200, linear({ extensions: { code: 'RATELIMITED' }, message: 'Slow down' }), later],
  [
    'linear/create_issue',
    200,
    linear({ extensions: { type: 'authentication error' } }),
    said('unauthorized', 'Linear'),
  ],
  [
    'linear/create_issue',
    200,
    linear({ extensions: { userPresentableMessage: 'No team.' }, message: 'x' }),
    refused('No team.'),
  ],
  ['linear/create_issue', 200, linear({ message: 'Argument Validation Error' }), refused('Argument Validation Error')],
  [
    'matrix/react',
    400,
    { errcode: 'M_DUPLICATE_ANNOTATION', error: 'Twice' },
    done('Your account has reacted so already.'),
  ],
  [
    'ntfy/account',
    403,
    { code: 40_301, http: 403, error: 'forbidden' },
    said('unauthorized', 'This topic is protected'),
  ],
  [
    'ntfy/publish',
    403,
    { code: 40_301, http: 403, error: 'forbidden' },
    said('status', 'not let this connection write'),
  ],
  [
    'ntfy/publish',
    400,
    { code: 40_009, http: 400, error: 'invalid request: topic invalid' },
    refused('invalid request'),
  ],
  [
    'pushover/send_message',
    400,
    { token: 'invalid', errors: ['token is invalid'], status: 0 },
    said('unauthorized', ''),
  ],
  [
    'pushover/send_message',
    400,
    { sound: 'invalid', errors: ['sound is not valid'], status: 0 },
    refused('sound is not'),
  ],
  ['pushover/send_message', 429, { errors: ['its monthly limit'], status: 0 }, refused('its monthly limit')],
  ['slack/account', 404, 'no_service', goneAtField],
  ['slack/account', 404, 'no_team', goneAtField],
  ['slack/account', 403, 'invalid_token', goneAtField],
  ['slack/account', 400, 'no_text', { ok: true }],
  ['slack/post_message', 404, 'no_service', gone],
  ['slack/post_message', 410, 'channel_is_archived', refused('channel_is_archived')],
  ['teams/post_message', 401, error('DirectApiAuthorizationRequired', 'The request must be signed.'), gone],
  ['teams/post_message', 404, error('WorkflowNotFound', 'The workflow is gone.'), gone],
  [
    'teams/post_message',
    400,
    error('WorkflowTriggerIsNotEnabled', 'It is not enabled.'),
    refused('It is not enabled.'),
  ],
  ['todoist/add_task', 404, { error: 'Project not found', error_code: 404 }, refused('Project not found')],
  ['wordpress/reply_to_comment', 409, { code: 'comment_duplicate', message: 'No' }, { ok: true }],
  ['wordpress/reply_to_comment', 400, { code: 'comment_flood', message: 'No' }, later],
  [
    'zulip/send_channel_message',
    400,
    { code: 'STREAM_DOES_NOT_EXIST', msg: 'No such channel' },
    refused('No such channel'),
  ],
]

test.each(ANSWERS)('%s understands %i %j', async (step, status, answer, told) => {
  const [id = '', slug = ''] = step.split('/')
  const { file, service } = ofFile(id)
  const response = typeof answer === 'string' ? new Response(answer, { status }) : Response.json(answer, { status })
  const given = { ...io(file, [response]).io, key: KEY }
  const { fields = {} } = file.samples?.actions?.[slug] ?? {}
  const asked =
    slug === 'account' ? service.checkAccount?.(given) : service.actions[slug]?.run({ fields, applet_id: 1 }, given)
  expect(await asked).toMatchObject(told)
})
