import * as z from 'zod/mini'
import { followPresence, recordSwitch, runScene, SCENES } from './homebase-effects.ts'
import { is, someText } from './resource.ts'
import type { Resource } from './resource.ts'

/** Lights, devices, music, photos and sports. */
export const homeResources: Record<string, Resource[]> = {
  lumen: [
    {
      path: 'lights',
      read: 'lights:read',
      label: 'name',
      order: 'fixed',
      update: {
        scope: 'lights:write',
        body: z.object({
          on: z.optional(z.boolean()),
          brightness: z.optional(z.number().check(z.minimum(1), z.maximum(100))),
          color: z.optional(z.string().check(z.regex(/^#[0-9a-f]{6}$/i))),
        }),
        all: true,
      },
      child: {
        path: 'blinks',
        read: 'lights:read',
        ofAll: true,
        create: { scope: 'lights:write', body: z.object({ times: z.optional(z.int()) }) },
      },
    },
  ],
  homebase: [
    {
      path: 'devices',
      read: 'devices:read',
      label: 'name',
      order: 'fixed',
      filters: { kind: is('kind') },
      update: { scope: 'devices:write', body: z.object({ on: z.boolean() }), effect: recordSwitch },
    },
    { path: 'presence', read: 'devices:read', filters: { event: is('event') } },
    { path: 'switches', read: 'devices:read', filters: { device: is('device_id'), state: is('state') } },
    { path: 'door_events', read: 'devices:read', filters: { door: is('door_id') } },
    {
      path: 'follow_presence',
      read: 'devices:read',
      create: {
        scope: 'devices:write',
        body: z.object({}),
        complete: (_, { store }) => followPresence(store),
      },
    },
    {
      path: 'scenes',
      read: 'devices:read',
      create: {
        scope: 'devices:write',
        body: z.object({ scene: z.enum(SCENES) }),
        effect: ({ scene }, { store }) => runScene(String(scene), store),
      },
    },
  ],
  tunebox: [
    {
      path: 'playlists',
      read: 'playlists:read',
      label: 'name',
      order: 'fixed',
      child: {
        path: 'tracks',
        read: 'playlists:read',
        create: {
          scope: 'playlists:write',
          body: z.object({ title: someText, artist: z.optional(z.string()) }),
          complete: ({ title, artist }, { parent }) => foundTrack(String(title), artist, parent),
        },
      },
    },
  ],
  pixbin: [
    {
      path: 'albums',
      read: 'albums:read',
      label: 'name',
      order: 'fixed',
      child: {
        path: 'photos',
        read: 'albums:read',
        create: {
          scope: 'albums:write',
          body: z.object({ url: z.url(), caption: z.optional(z.string()) }),
          complete: ({ caption }, { store, parent }) => ({
            caption: caption ?? '',
            album: store.find('albums', parent ?? '')?.['name'],
          }),
        },
      },
    },
    { path: 'phone_photos', read: 'albums:read' },
    {
      path: 'backups',
      read: 'albums:read',
      create: { scope: 'albums:write', body: z.object({ url: z.url(), name: z.optional(z.string()) }) },
    },
  ],
  stride: [
    {
      path: 'activities',
      read: 'activities:read',
      create: {
        scope: 'activities:write',
        body: z.object({ kind: someText, distance_m: z.optional(z.number()), duration_s: z.optional(z.number()) }),
        honorsKeys: false,
        complete: (_, { store }) => ({ started_at: new Date(store.now()).toISOString() }),
      },
    },
  ],
}

/** "First light by The Looms" names both; a title alone is of an unknown artist. */
function foundTrack(title: string, artist: unknown, playlist: string | undefined) {
  const [song = title, by] = title.split(/ by | – | - /)
  const found = artist ?? by
  if (found === undefined) return { artist: 'Unknown artist', playlist }
  return { title: artist === undefined ? song : title, artist: found, playlist }
}
