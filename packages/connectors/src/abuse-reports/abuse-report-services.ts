import type { AbuseReportService } from './abuse-report.ts'
import { cloudflare } from './cloudflare.ts'
import { godaddy } from './godaddy.ts'
import { netcraft } from './netcraft.ts'
import { urlhaus } from './urlhaus.ts'
import { urlscan } from './urlscan.ts'

/** The services that take reports through an API, by their names in the contract. */
export const abuseReportServices = { cloudflare, godaddy, netcraft, urlhaus, urlscan } as const satisfies Record<
  string,
  AbuseReportService
>
