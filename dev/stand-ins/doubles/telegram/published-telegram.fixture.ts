import { join } from 'node:path'
import type { Published } from '../published/held-to.ts'
import { checkOfType } from '../published/published-types.ts'
import type { Exchange } from '../testing/open-double.fixture.ts'
import { telegramMethod } from './telegram-methods.ts'
import type * as types from './telegram-types.ts'

type Named = {
  TelegramError: types.TelegramError
  TelegramUser: types.TelegramUser
  TelegramMessage: types.TelegramMessage
  TelegramUpdate: types.TelegramUpdate
  TelegramWebhookInfo: types.TelegramWebhookInfo
}

/** Holds a value to a type that is published for Telegram. */
export function telegramType(name: keyof Named): (value: unknown) => string[] {
  return checkOfType(join(import.meta.dirname, 'telegram-types.ts'), name)
}

const nothing = (value: unknown) => (Object.keys(Object(value)).length === 0 ? [] : ['takes no parameters'])
const done = (value: unknown) => (value === true ? [] : ['is not true'])
const updates = (value: unknown) =>
  Array.isArray(value) ? value.flatMap(telegramType('TelegramUpdate')) : ['is not a list']

/** The parameters of each method that we call, and the type of its result. */
const METHODS = {
  getMe: { takes: nothing, answers: telegramType('TelegramUser') },
  getWebhookInfo: { takes: nothing, answers: telegramType('TelegramWebhookInfo') },
  getUpdates: { takes: telegramMethod('getUpdates'), answers: updates },
  setWebhook: { takes: telegramMethod('setWebhook'), answers: done },
  deleteWebhook: { takes: telegramMethod('deleteWebhook'), answers: done },
  sendMessage: { takes: telegramMethod('sendMessage'), answers: telegramType('TelegramMessage') },
  sendPhoto: { takes: telegramMethod('sendPhoto'), answers: telegramType('TelegramMessage') },
}
const publishedError = telegramType('TelegramError')

/** Telegram's methods: what each takes and answers. */
export const publishedTelegram: Published = {
  requestProblems: ({ path, body }) => {
    const method = methodAt(path)
    return method ? method.takes(body === '' ? {} : JSON.parse(body)) : [`${path} is not a method that we call`]
  },
  answerProblems: ({ path }, { status, body }) => {
    const read: unknown = JSON.parse(body)
    if (status >= 400) return publishedError(read)
    const { ok, result, ...rest } = Object(read)
    const isRight = ok === true && Object.keys(rest).length === 0
    return isRight ? (methodAt(path)?.answers(result) ?? []) : [`${path} does not answer a result`]
  },
}

function methodAt(path: string) {
  const called = path.split('/').at(-1) ?? ''
  const [name] = Object.keys(METHODS).filter((each): each is keyof typeof METHODS => each === called)
  return name && METHODS[name]
}

/** Lists what of an exchange is not as Telegram publishes it. A fault that leads elsewhere is none of its answers. */
export function telegramProblems({ method, address, body, status, answer }: Exchange): string[] {
  const call = { method, path: new URL(address).pathname, query: {}, body }
  const sent = publishedTelegram.requestProblems(call)
  if (status === 302) return sent
  return [...sent, ...publishedTelegram.answerProblems(call, { status, body: answer })]
}
