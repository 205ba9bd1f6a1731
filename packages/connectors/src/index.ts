export { ConnectorError } from './connector-error.ts'
export * from './ct/index.ts'
export { bundledFeed } from './feed/bundled-feed.ts'
export { type FeedReport, type NameSink, newFeedReport, noList, nothingMax, skipsMax } from './feed/collected.ts'
export { lineMax } from './feed/feed-reader.ts'
export { nameIn } from './feed/host-name.ts'
export { readListLine } from './feed/list-reader.ts'
export { readNewNames } from './feed/read-new-names.ts'
export { type FeedOptions, openFeed, type OpenedFeed, readFeed, readOpened } from './feed/read-feed.ts'
export { guardedFetch, type GuardedFetchOptions, type GuardedResponse } from './guarded-fetch.ts'
export { guardedExchange, type GuardedExchange, type GuardedExchangeOptions } from './guarded-exchange.ts'
export { type ResolveHost } from './public-address.ts'
export { type OutsideOptions } from './outside-options.ts'
export { addressesOf, readDns, type DnsOptions } from './dns/read-dns.ts'
export { readBlockList } from './block-lists/read-block-list.ts'
export { readOrigin } from './dns/read-origin.ts'
export { parseBootstrap, servicesOfDomain, type Bootstrap } from './rdap/bootstrap.ts'
export { fetchBootstrap, ianaBootstrap, readRdap, type FetchedBootstrap } from './rdap/read-rdap.ts'
export { readAddressNetwork, readSystem, type NumberBootstraps, type ReadNetwork } from './rdap/read-network.ts'
export { readSecurityTxt, type SecurityTxtOptions } from './security-txt/read-security-txt.ts'
export { type SiteApp, siteFacts, type SiteFacts, type SiteFile } from './site/site-facts.ts'
export { visitSite, type SiteOptions, type SiteVisit } from './site/visit-site.ts'
export { ianaWhois, readWhois, type WhoisOptions } from './whois/read-whois.ts'
export { readCertificate, type TlsOptions } from './tls/read-certificate.ts'
export { readPage, type PageOptions, type ReadPage } from './http-head/read-page.ts'
export { type CaptureBrowser, type CaptureOptions, capturePage } from './capture/capture-page.ts'
export { requestTimestamp } from './timestamp/request-timestamp.ts'
export { findBrowser } from './capture/find-browser.ts'
export { type Exit, readExits } from './capture/exits.ts'
export { type Visit, type VisitFile, visitFiles } from './capture/visit-page.ts'
export {
  type AbuseReport,
  type ServiceAccount,
  type Submission,
  type TicketAnswer,
} from './abuse-reports/abuse-report.ts'
export {
  followMailbox,
  MailFetchError,
  type FollowMailboxOptions,
  type MailboxEvent,
  type MailboxPosition,
} from './imap/follow-mailbox.ts'
export { type MailboxAccount, type MailboxPlace } from './imap/mailbox.ts'
export { type AccessToken, requestToken, type TokenClient } from './imap/access-token.ts'
export { abuseReportServices } from './abuse-reports/abuse-report-services.ts'
export { type AppAddress, appAddressOf } from './stores/app-address.ts'
export type { StoreListing } from './stores/store-listing.ts'
export { googlePlay, readGooglePlay } from './stores/google-play.ts'
export { readAppStore } from './collect/providers/app-store.ts'
export { askedConnectors, connectors, pushConnectors } from './collect/connectors.ts'
export type { HostOptions, OwnHost } from './own-hosts/own-host.ts'
export { mailServerOf } from './collect/providers/abuse-mailbox.ts'
export { feedsMax, readFeedAddresses } from './collect/lists/feed-addresses.ts'
export {
  type Access,
  type AskedProvider,
  type Batch,
  type Connector,
  type ReceivedDelivery,
  type LookUpAnswer,
  type LookUpRecord,
  type MailContent,
  type ReportedMail,
  type PushConnector,
  type Quota,
  type Search,
} from './collect/connector.ts'
