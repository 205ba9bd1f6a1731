import * as z from 'zod/mini'
import { problem } from '../errors/errors.ts'
import { ColumnChoice } from '../companies/portal-settings.ts'
import { route } from '../route.ts'
import * as wire from '../wire.ts'

/*
 * Views: the filters, order and columns of a list, saved under a name. The portal parses the filters like those in its address; the server
 * reads them (`view-filters.ts`) only for users who subscribed to a view.
 */

/** The lists that support saved views. */
export const viewLists = ['threats', 'touts'] as const
/** One of `viewLists`. */
export type ViewList = (typeof viewLists)[number]

/** Maximum number of views of one user for one list in one company. */
export const viewsMax = 100

const filterName = z.string().check(z.regex(/^[a-zA-Z]{1,40}$/, problem('NOT_A_FILTER_NAME')))
const filterValue = z.string().check(z.minLength(1), z.maxLength(2000))
const viewFields = {
  name: wire.oneLine(60, 1),
  /** The source of the list, `All` or `Bookmarks`. */
  source: wire.oneLine(40, 1),
  /** As in the address of the list; `days` is a range that ends today. */
  filters: z
    .record(filterName, filterValue)
    .check(z.refine((filters) => Object.keys(filters).length <= 30, 'at most 30 filters')),
  /** Null: the default columns of the list. */
  columns: z.nullable(z.array(ColumnChoice).check(z.minLength(1), z.maxLength(40))),
  /** Shown to all users of the company. */
  isShared: z.boolean(),
}

/** A saved list: its filters, order and columns under a name. */
export const View = z.object({
  id: z.string(),
  list: z.enum(viewLists),
  name: z.string(),
  source: z.string(),
  filters: z.record(z.string(), z.string()),
  columns: z.nullable(z.array(ColumnChoice)),
  isShared: z.boolean(),
  /** Whether the caller created it and can change it. */
  isOwn: z.boolean(),
  by: z.string(),
  /** Whether the caller is notified of new records in it. */
  isSubscribed: z.boolean(),
  version: z.int(),
})
export type View = z.output<typeof View>

const one = { params: z.object({ viewId: wire.id }), query: wire.ofCompany }

/** Shared views of other users are read-only. */
export const listViews = route({
  method: 'GET',
  path: '/views',
  summary: "List the caller's views and those shared with the company, by name",
  access: 'views:read',
  query: z.object({ company: wire.company, list: z.optional(z.enum(viewLists)) }),
  response: z.array(View),
})

/** 400 when the caller already has a view with this name, or `viewsMax` views. */
export const addView = route({
  method: 'POST',
  path: '/views',
  summary: 'Save a view with filters, sorting and columns, for the caller or the company',
  access: 'views:keep',
  status: 201,
  query: wire.ofCompany,
  body: z.strictObject({ list: z.enum(viewLists), ...viewFields }),
  response: View,
})

/** 404 for another user's view; 409 when `version` is stale; 400 when the caller has another view with this name. */
export const changeView = route({
  method: 'PATCH',
  path: '/views/{viewId}',
  summary: "Change one of the caller's views; `version` is the one last read",
  access: 'views:keep',
  ...one,
  body: z.strictObject({
    name: z.optional(viewFields.name),
    source: z.optional(viewFields.source),
    filters: z.optional(viewFields.filters),
    columns: z.optional(viewFields.columns),
    isShared: z.optional(viewFields.isShared),
    version: wire.version,
  }),
  response: View,
})

/** 404 for another user's view. */
export const deleteView = route({
  method: 'DELETE',
  path: '/views/{viewId}',
  summary: "Delete one of the caller's views",
  access: 'views:keep',
  status: 204,
  ...one,
  response: wire.nothing,
})

/**
 * The caller is notified of each record of the view once, when it is published and the grace period of the company is over; also by email
 * if they get emails. 404 for a view of another user that isn't shared; 400 `VIEW_NOT_READABLE` for filters that the list doesn't have.
 */
export const subscribeToView = route({
  method: 'PUT',
  path: '/views/{viewId}/subscription',
  summary: 'Be notified of new threats in a view of the caller, or in one shared with the company',
  access: 'views:read',
  ...one,
  response: View,
})

/** 404 for a view of another user that isn't shared. */
export const unsubscribeFromView = route({
  method: 'DELETE',
  path: '/views/{viewId}/subscription',
  summary: 'No longer be notified of new threats in a view',
  access: 'views:read',
  ...one,
  response: View,
})
