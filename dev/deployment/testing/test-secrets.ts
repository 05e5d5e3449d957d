import { LOCAL_SETTINGS } from '../../settings/local-settings.ts'

const { SECRET_KEY, TOKEN_KEYS, VAPID_KEYS } = LOCAL_SETTINGS

/** The secrets that every deployment needs. */
export const made = { SECRET_KEY, TOKEN_KEYS, VAPID_KEYS }
