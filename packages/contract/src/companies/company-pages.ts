import * as z from 'zod/mini'
import { route } from '../route.ts'
import * as wire from '../wire.ts'

/** A custom page of a company, as its users see it. */
export const ShownPage = z.object({
  pageRoute: z.string(),
  pageName: z.string(),
  /** Markdown of which the portal renders headings, lists, emphasis and links; null until it is written. */
  content: z.nullable(z.string()),
})
export type ShownPage = z.output<typeof ShownPage>

/** 404 for a page the company does not have. */
export const getCompanyPage = route({
  method: 'GET',
  path: '/client/getPage',
  summary: "Get the content of a company's custom page",
  access: 'company:read',
  query: z.object({
    company: wire.company,
    /** As in the configuration, e.g. `pages/contacts`; without it, the call returns 404. */
    pageRoute: z._default(z.string().check(z.maxLength(100)), ''),
  }),
  response: ShownPage,
})
