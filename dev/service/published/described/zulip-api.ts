import { describeApi, listOf, object, oneOf, text, whole, yesOrNo } from './describe-api.ts'

const done = { result: oneOf('success'), msg: text }
const message = object(
  {
    id: whole,
    type: oneOf('stream', 'private'),
    stream_id: whole,
    display_recipient: {},
    subject: text,
    sender_id: whole,
    sender_full_name: text,
    sender_email: text,
    content: text,
    timestamp: whole,
  },
  ['id', 'content', 'sender_id', 'timestamp'],
)
const user = object({ user_id: whole, email: text, full_name: text, is_bot: yesOrNo, is_active: yesOrNo })

/** A narrow, which is sent as JSON. */
export const zulipNarrow = listOf({
  anyOf: [
    object({ operator: oneOf('stream', 'channel'), operand: whole, negated: yesOrNo }, ['operator', 'operand']),
    object({ operator: oneOf('search', 'topic'), operand: text, negated: yesOrNo }, ['operator', 'operand']),
    object({ operator: oneOf('is'), operand: oneOf('mentioned', 'dm', 'private', 'starred', 'unread') }, [
      'operator',
      'operand',
    ]),
  ],
})

/** Written from Zulip's OpenAPI description, `zerver/openapi/zulip.yaml` (Apache 2.0), and zulip.com/api. */
export const zulipApi = describeApi({
  'GET /api/v1/users/me': {
    answer: object({ ...done, user_id: whole, email: text, full_name: text, is_bot: yesOrNo }, [
      'user_id',
      'full_name',
    ]),
  },
  'GET /api/v1/users': { answer: object({ ...done, members: listOf(user) }, ['members']) },
  'GET /api/v1/streams': {
    answer: object({ ...done, streams: listOf(object({ stream_id: whole, name: text, description: text })) }, [
      'streams',
    ]),
  },
  'GET /api/v1/users/me/{stream_id}/topics': {
    answer: object({ ...done, topics: listOf(object({ name: text, max_id: whole })) }, ['topics']),
  },
  'GET /api/v1/messages': {
    query: {
      anchor: { anyOf: [whole, oneOf('newest', 'oldest', 'first_unread')] },
      include_anchor: yesOrNo,
      num_before: whole,
      num_after: whole,
      narrow: text,
      client_gravatar: yesOrNo,
      apply_markdown: yesOrNo,
    },
    required: ['anchor', 'num_before', 'num_after'],
    answer: object(
      {
        ...done,
        anchor: whole,
        found_anchor: yesOrNo,
        found_newest: yesOrNo,
        found_oldest: yesOrNo,
        history_limited: yesOrNo,
        messages: listOf(message),
      },
      ['messages'],
    ),
  },
  'POST /api/v1/messages': {
    form: {
      anyOf: [
        object({ type: oneOf('stream', 'channel'), to: whole, topic: text, content: text }, [
          'type',
          'to',
          'topic',
          'content',
        ]),
        object({ type: oneOf('private', 'direct'), to: { type: 'string', pattern: '^\\[\\d+\\]$' }, content: text }, [
          'type',
          'to',
          'content',
        ]),
      ],
    },
    answer: object({ ...done, id: whole }, ['id']),
  },
})
