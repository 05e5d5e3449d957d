/** What a passkey signs a challenge for. A challenge of one purpose does not work for another. */
export const CHALLENGE_PURPOSES = ['join', 'add', 'sign_in', 'second_factor', 'proof'] as const
