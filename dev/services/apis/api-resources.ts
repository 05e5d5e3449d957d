import * as z from 'zod/mini'

const text = z.string().check(z.minLength(1), z.maxLength(5000))

/** A collection of a service's API: its scopes, what it accepts, and how its items appear as form options. */
export type Resource = {
  path: string
  read: string
  /** Field that names an item in /api/options/{path}; absent when items are not form options. */
  label?: string
  create?: { scope: string; body: z.ZodMiniObject }
  update?: { scope: string; body: z.ZodMiniObject }
  child?: Resource
}

/** Every API in one place: GET lists, POST creates, PUT on an item changes it. */
export const resources: Record<string, Resource[]> = {
  octoforge: [
    {
      path: 'repos',
      read: 'repos:read',
      label: 'full_name',
      child: {
        path: 'issues',
        read: 'issues:read',
        create: { scope: 'issues:write', body: z.object({ title: text, body: z.optional(z.string()) }) },
      },
    },
    { path: 'starred', read: 'repos:read' },
  ],
  sheetly: [
    {
      path: 'spreadsheets',
      read: 'sheets:read',
      label: 'title',
      child: {
        path: 'rows',
        read: 'sheets:read',
        create: { scope: 'sheets:write', body: z.object({ values: z.array(z.string()).check(z.minLength(1)) }) },
      },
    },
  ],
  chirp: [
    {
      path: 'posts',
      read: 'posts:read',
      create: { scope: 'posts:write', body: z.object({ text: z.string().check(z.minLength(1), z.maxLength(280)) }) },
    },
    { path: 'mentions', read: 'posts:read' },
  ],
  parley: [
    {
      path: 'channels',
      read: 'channels:read',
      label: 'name',
      child: {
        path: 'messages',
        read: 'channels:read',
        create: { scope: 'messages:write', body: z.object({ text }) },
      },
    },
  ],
  lumen: [
    {
      path: 'lights',
      read: 'lights:read',
      label: 'name',
      update: {
        scope: 'lights:write',
        body: z.object({
          on: z.optional(z.boolean()),
          brightness: z.optional(z.number().check(z.minimum(1), z.maximum(100))),
          color: z.optional(z.string().check(z.regex(/^#[0-9a-f]{6}$/i))),
        }),
      },
    },
  ],
  homebase: [
    {
      path: 'devices',
      read: 'devices:read',
      label: 'name',
      update: { scope: 'devices:write', body: z.object({ on: z.boolean() }) },
    },
  ],
  tunebox: [
    {
      path: 'playlists',
      read: 'playlists:read',
      label: 'name',
      child: {
        path: 'tracks',
        read: 'playlists:read',
        create: { scope: 'playlists:write', body: z.object({ title: text, artist: z.optional(z.string()) }) },
      },
    },
  ],
  pixbin: [
    {
      path: 'albums',
      read: 'albums:read',
      label: 'name',
      child: {
        path: 'photos',
        read: 'albums:read',
        create: { scope: 'albums:write', body: z.object({ url: z.url(), caption: z.optional(z.string()) }) },
      },
    },
  ],
  taskpile: [
    {
      path: 'lists',
      read: 'tasks:read',
      label: 'name',
      child: {
        path: 'tasks',
        read: 'tasks:read',
        create: { scope: 'tasks:write', body: z.object({ title: text, due: z.optional(z.iso.date()) }) },
      },
    },
  ],
  stride: [
    {
      path: 'activities',
      read: 'activities:read',
      create: {
        scope: 'activities:write',
        body: z.object({ kind: text, distance_m: z.optional(z.number()), duration_s: z.optional(z.number()) }),
      },
    },
  ],
}

export const summaryRequest = z.object({ text, sentences: z.optional(z.int().check(z.minimum(1), z.maximum(10))) })
