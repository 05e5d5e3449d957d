/** `to` is in E.164. */
export type TextMessage = { to: string; body: string }

/** What became of a text. `refused`: not to this number; `failed`: the provider is away or does not know us. */
export type TextOutcome = 'accepted' | 'refused' | 'failed'

/** Who hands texts over to the phone networks. `send` never rejects. */
export type TextProvider = { send(text: TextMessage): Promise<TextOutcome> }
