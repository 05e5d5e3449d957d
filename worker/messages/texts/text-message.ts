/** `to` is in E.164. */
export type TextMessage = { to: string; body: string }

/** The outcome of a text. `refused`: this number cannot receive it; `failed`: the provider is down or rejects us. */
export type TextOutcome = 'accepted' | 'refused' | 'failed'

/** A provider that sends texts. `send` never rejects. */
export type TextProvider = { send(text: TextMessage): Promise<TextOutcome> }
