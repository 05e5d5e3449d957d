/** POST /hooks/{key} */
export type HookReceived = { received: true }
