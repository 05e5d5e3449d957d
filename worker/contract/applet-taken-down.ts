/** Separate, because an Applet's page says it too and carries no other refusal. */
export const APPLET_TAKEN_DOWN = 'This Applet was taken down. It no longer runs, and nobody can turn it on.'
