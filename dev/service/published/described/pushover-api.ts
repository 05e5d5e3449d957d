import { describeApi, listOf, object, oneOf, text, whole } from './describe-api.ts'

const done = { status: oneOf(1), request: text }

/** Written from https://pushover.net/api, which has neither schema nor version. */
export const pushoverApi = describeApi({
  'POST /1/users/validate.json': {
    form: object({ token: text, user: text, device: text }, ['token', 'user']),
    answer: object({ ...done, group: whole, devices: listOf(text), licenses: listOf(text) }, ['status', 'request']),
  },
  'POST /1/messages.json': {
    form: object(
      {
        token: text,
        user: text,
        message: { type: 'string', maxLength: 1024 },
        title: { type: 'string', maxLength: 250 },
        url: { type: 'string', maxLength: 512 },
        url_title: { type: 'string', maxLength: 100 },
        device: text,
        priority: oneOf(-2, -1, 0, 1, 2),
        sound: text,
        retry: { type: 'integer', minimum: 30 },
        expire: { type: 'integer', maximum: 10_800 },
        ttl: whole,
        timestamp: whole,
        html: oneOf(1),
        monospace: oneOf(1),
      },
      ['token', 'user', 'message'],
    ),
    answer: object({ ...done, receipt: text }, ['status', 'request']),
  },
  'GET /1/sounds.json': {
    query: { token: text },
    required: ['token'],
    answer: object({ ...done, sounds: { type: 'object', additionalProperties: text } }, ['status', 'sounds']),
  },
  'GET /1/apps/limits.json': {
    query: { token: text },
    required: ['token'],
    answer: object({ ...done, limit: whole, remaining: whole, reset: whole }, ['limit', 'remaining', 'reset']),
  },
})
