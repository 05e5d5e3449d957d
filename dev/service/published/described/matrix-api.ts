import { describeApi, listOf, object, oneOf, text, whole, yesOrNo } from './describe-api.ts'

const FILTERED = {
  types: listOf(text),
  not_types: listOf(text),
  senders: listOf(text),
  not_senders: listOf(text),
  limit: whole,
}
const event = (type: string, content: object) =>
  object(
    { type: oneOf(type), event_id: text, room_id: text, sender: text, origin_server_ts: whole, content, unsigned: {} },
    ['type', 'event_id', 'room_id', 'sender', 'origin_server_ts', 'content'],
  )
const message = object({ msgtype: oneOf('m.text', 'm.notice', 'm.emote', 'm.image', 'm.file'), body: text }, [
  'msgtype',
  'body',
])
const reaction = object({
  'm.relates_to': object({ rel_type: oneOf('m.annotation'), event_id: text, key: text }, [
    'rel_type',
    'event_id',
    'key',
  ]),
})
const sent = object({ event_id: text }, ['event_id'])

/** A filter of events, which is sent as JSON. */
export const matrixFilters = {
  messages: object(FILTERED),
  sync: object({
    presence: object(FILTERED),
    account_data: object(FILTERED),
    room: object({
      account_data: object(FILTERED),
      ephemeral: object(FILTERED),
      timeline: object(FILTERED),
      state: object(FILTERED),
    }),
  }),
}

/** Written from the Matrix specification, client-server API v1.16 (Apache 2.0), `data/api/client-server`. */
export const matrixApi = describeApi({
  'GET /_matrix/client/v3/account/whoami': {
    answer: object({ user_id: text, device_id: text, is_guest: yesOrNo }, ['user_id']),
  },
  'GET /_matrix/client/v3/sync': {
    query: {
      filter: text,
      since: text,
      full_state: yesOrNo,
      set_presence: oneOf('offline', 'online', 'unavailable'),
      timeout: whole,
    },
  },
  'GET /_matrix/client/v3/rooms/{roomId}/messages': {
    query: { from: text, to: text, dir: oneOf('b', 'f'), limit: whole, filter: text },
    required: ['dir'],
    answer: object(
      {
        start: text,
        end: text,
        chunk: listOf({ anyOf: [event('m.room.message', message), event('m.reaction', reaction)] }),
      },
      ['start', 'chunk'],
    ),
  },
  'PUT /_matrix/client/v3/rooms/{roomId}/send/m.room.message/{txnId}': { json: message, answer: sent },
  'PUT /_matrix/client/v3/rooms/{roomId}/send/m.reaction/{txnId}': { json: reaction, answer: sent },
})
