/** Sentences of refusals that the publish page says too. */
export const PUBLISHING_BLOCKED = 'Your Applets were taken down, so you cannot publish. Please contact support.'
export const LOGIN_RESERVED_AUTHOR =
  'Your user name is reserved, so nothing can be published under it. Choose another one in your settings.'
export const PUBLICATIONS_USED = 'You can publish five Applets a day. Please try again tomorrow.'
export const APPLET_HAS_SECRET = 'This Applet holds a secret of yours. Remove it before you publish the Applet.'
export const APPLET_INCOMPLETE = 'Add a trigger and an action before you publish this Applet.'
