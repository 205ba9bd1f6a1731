/** Registrable domains whose host names contain their customers' names by design: content delivery, name service, mail. */
const trustedParents = new Set(
  `akadns.net akadns6.net akam.net akamai.com akamai.net akamaiedge.net akamaized.net akamaihd.net akamaitechnologies.com
  edgekey.net edgesuite.net globalredir.akadns.net srip.net cloudflare.net cloudflare.com
  cloudflaressl.com cdn.cloudflare.net cdn77.org cdn77.net cdngslb.com cdnetworks.net cdngc.net fastly.net fastlylb.net
  llnwd.net llnwi.net limelight.com lldns.net footprint.net edgecastcdn.net edgecastdns.net v0cdn.net systemcdn.net
  trafficmanager.net msedge.net mcas.ms azurefd.net azure-dns.com office.net office.com outlook.com microsoft.com windows.net
  amazonaws.com cloudfront.net awsglobalaccelerator.com awsdns.com google.com googleapis.com googlehosted.com
  googleusercontent.com gvt1.com facebook.com fbcdn.net fbsbx.com impervadns.net incapdns.net ultradns.net nsone.net
  dynect.net b-cdn.net cdn20.com wscdns.com wsglb0.com wsdvs.com lxdns.com chinacache.net ccgslb.com ccgslb.net
  kunlunca.com kunluncan.com kunlunaq.com alikunlun.com alicdn.com aliyuncs.com aliyun.com tbcache.com bdydns.com bdydns.net
  tdnsv5.com tdnsv6.com dnsv1.com cdntip.com tencent.com tencentcs.com myqcloud.com qcloud.com huaweicloud.com hwclouds-dns.com
  ksyuncdn.com ksyunv5.com in-addr.arpa ip6.arpa arpa proofpoint.com mimecast.com
  okta.com onelogin.com zendesk.com salesforce.com force.com service-now.com adobedtm.com demdex.net omtrdc.net 2o7.net
  doubleclick.net eloqua.com exacttarget.com marketo.com mktoedge.com sendgrid.net mailchimp.com qualtrics.com
  appsflyer.com appsflyersdk.com branch.io adjust.com tealiumiq.com wikipedia.org
  openx.net dotomi.com evergage.com revjet.com kargo.com onelink.me app.link megaphone.fm smartling.com dtignite.com nuance.com
  quantummetric.com online-metrix.net verisign.com fiservapps.com fiservapis.com elastic.co criteo.com criteo.net adnxs.com
  rubiconproject.com pubmatic.com casalemedia.com adsrvr.org taboola.com outbrain.com amazon-adsystem.com smartadserver.com
  bidswitch.net sharethrough.com triplelift.com yieldmo.com mediavine.com indexww.com lijit.com sovrn.com teads.tv gumgum.com
  liveramp.com rlcdn.com bluekai.com krxd.net tapad.com agkn.com mathtag.com turn.com simpli.fi contextweb.com innovid.com
  moatads.com iasds01.com doubleverify.com adform.net flashtalking.com sizmek.com serving-sys.com celtra.com scorecardresearch.com
  chartbeat.com chartbeat.net segment.io segment.com amplitude.com mixpanel.com heap.io hotjar.com fullstory.com mouseflow.com
  newrelic.com nr-data.net datadoghq.com dynatrace.com sentry.io splunkcloud.com sumologic.com loggly.com pingdom.net
  optimizely.com launchdarkly.com braze.com braze.eu appboy.com leanplum.com airship.com urbanairship.com onesignal.com
  kochava.com singular.net tenjin.io iterable.com klaviyo.com sailthru.com responsys.net cheetahmail.com emarsys.net dotmailer.com
  sparkpostmail.com mailgun.org mandrillapp.com postmarkapp.com rsgsv.net pphosted.com mailcontrol.com messagelabs.com
  barracudanetworks.com sophos.com trendmicro.com mcafee.com symantec.com norton.com kaspersky-labs.com zscaler.net zscaler.com
  crowdstrike.com hybrid-analysis.com virustotal.com ping-eng.com pingidentity.com pingone.com auth0.com duosecurity.com
  servicenow.com workday.com myworkday.com myworkdayjobs.com successfactors.com taleo.net icims.com greenhouse.io lever.co
  zoom.us webex.com gotomeeting.com ringcentral.com twilio.com genesys.com genesyscloud.com nice-incontact.com liveperson.net
  intercom.io intercomcdn.com drift.com helpscout.net freshdesk.com hubspot.com hs-sites.com hubspotemail.net pardot.com
  adobeaemcloud.com adobedc.net adobe.io contentful.com sanity.io cloudinary.com imgix.net brightcove.com akstream.net kaltura.com
  vimeo.com vimeocdn.com wistia.com jwplayer.com jwpcdn.com conviva.com nielsen.com imrworldwide.com comscore.com bazaarvoice.com
  powerreviews.com yotpo.com trustpilot.com bluecore.com dynamicyield.com monetate.net certona.net richrelevance.com coveo.com
  algolia.net algolianet.com elasticsearch.com mongodb.net snowflakecomputing.com databricks.com heroku.com pivotal.io
  redhat.com openshift.com oraclecloud.com oracle.com sap.com hana.ondemand.com ibm.com bluemix.net softlayer.net rackspace.com
  rackspaceclouddb.com digitalocean.com ovh.net ovhcloud.com hetzner.com linode.com vultr.com scaleway.com
  edgesuite88.net wanakadns.net cdnsvc.com cachefly.net stackpathcdn.com stackpathdns.com highwinds-cdn.com hwcdn.net keycdn.com
  kxcdn.com bunnycdn.com bunny.net gcdn.co gcorelabs.net selcdn.net ngenix.net cdnvideo.ru section.io belugacdn.com quantil.com
  wangsu.com cloudflare-dns.com dnsmadeeasy.com constellix.net easydns.com dnspod.net gslb.com markmonitor.com cscglobal.com
  visualstudio.com sharepoint.com office365.com live.com msn.com bing.com skype.com apple-dns.net icloud-content.com aaplimg.com
  cdn-apple.com applimg.com mzstatic.com whatsapp.net cdninstagram.com twimg.com ytimg.com ggpht.com gstatic.com
  stackexchange.com stackoverflow.com reddit.com quora.com wikimedia.org mozilla.org archive.org
  uservoice.com statuspage.io uptimerobot.com pagerduty.com opsgenie.com jfrog.io docker.io quay.io npmjs.com
  github.com gitlab.com atlassian.net atlassian.com linkedin.com netflix.com nflxvideo.net yahoodns.net spamhaus.org`.split(
    /\s+/,
  ),
)

/** Sites for sharing addresses: a client's address in their query is everyday traffic. */
const sharingSites = new Set(
  `facebook.com twitter.com x.com linkedin.com reddit.com pinterest.com google.com bing.com duckduckgo.com yahoo.com t.me
  telegram.me whatsapp.com wa.me archive.org web.archive.org tumblr.com ycombinator.com virustotal.com urlscan.io`.split(
    /\s+/,
  ),
)

/** Suffixes that are reserved for governments, accredited schools, the military and similar bodies. */
const closedSuffix = /(?:^|\.)(?:gov|edu|mil|arpa|int|museum|bank|insurance|ac|nhs|police)(?:\.[a-z]{2})?$/

/** Suffixes with much abuse for their size, according to the yearly abuse reports of registries and blocklists. */
const riskySuffixes = new Set(
  `tk ml ga cf gq top xyz icu cyou sbs cfd bond click link live online site website space store shop club vip fun monster
  buzz rest quest beauty hair skin makeup mom lol autos boats homes yachts motorcycles info biz pw cc ws su work
  support help services center app dev page finance cash money fund market exchange trade trading network win bid loan
  date racing review stream download gift gifts zone world today life digital email host press pro ru cn co io me
  wtf pics cam bar best one run surf casa uno ltd asia mobi tech agency solutions systems social media fit`.split(
    /\s+/,
  ),
)

/** True for delivery networks, name services and similar, whose host names contain their customers' names. */
export function isTrustedParent(registrable: string): boolean {
  return trustedParents.has(registrable) || registrable.endsWith('-msedge.net')
}

/** True for a site on which sharing an address is normal. */
export function isSharingSite(registrable: string): boolean {
  return sharingSites.has(registrable)
}

/** True for a suffix that isn't sold to the public, e.g. `gov`, `gov.uk`, `edu.au`. */
export function isClosedSuffix(suffix: string): boolean {
  return closedSuffix.test(suffix)
}

/** True for a suffix with a disproportionate share of abuse, e.g. `xyz`, `top`. */
export function isRiskySuffix(suffix: string): boolean {
  return riskySuffixes.has(suffix)
}

const freeHosting = new Set(
  `000webhostapp.com weebly.com wixsite.com square.site godaddysites.com webflow.io hstn.me wordpress.com blogspot.com
  glitch.me repl.co replit.app firebaseapp.com web.app pages.dev workers.dev netlify.app vercel.app herokuapp.com
  github.io gitlab.io surge.sh onrender.com duckdns.org ddns.net no-ip.org hopto.org zapto.org sytes.net serveo.net
  ngrok.io trycloudflare.com mystrikingly.com yolasite.com jimdosite.com jimdofree.com webnode.com ucoz.ru
  ucoz.net my.id byethost.com epizy.com infinityfreeapp.com rf.gd 42web.io great-site.net translate.goog
  sites.google.com ipfs.dweb.link dweb.link cprapid.com plesk.page hostingerapp.com myshopify.com typedream.app framer.website
  framer.app carrd.co notion.site gitbook.io blogspot.co.uk altervista.org`.split(/\s+/),
)

/** True for a parent that gives out names for free, by its private suffix or registrable domain. */
export function isFreeHosting(parent: string): boolean {
  return freeHosting.has(parent) || parent.endsWith('core.windows.net')
}

/** Hosts and registrable domains whose pages, forms and files below a path belong to anyone who made them. */
const openPages = new Set(
  `sites.google.com docs.google.com forms.office.com sway.office.com forms.microsoft.com onedrive.live.com dropbox.com
  dl.dropboxusercontent.com drive.google.com script.google.com
  jotform.com typeform.com surveymonkey.com tally.so wufoo.com formstack.com cognitoforms.com formsite.com zohopublic.com
  airtable.com smartsheet.com 123formbuilder.com paperform.co formspree.io
  ipfs.io gateway.ipfs.io cloudflare-ipfs.com gateway.pinata.cloud nftstorage.link w3s.link dweb.link
  telegra.ph graph.org pastelink.net justpaste.it rentry.co notion.so padlet.com`.split(/\s+/),
)

/** True for a host on which the name in a path says nothing about whose page it is: anyone can make one. */
export function hasOpenPages(host: string, registrable: string): boolean {
  return isFreeHosting(host) || openPages.has(host) || openPages.has(registrable)
}

/** Registrable domains of archives and translators, which show pages of others below their addresses. */
const mirrors = new Set(
  'archive.org archive.today archive.ph archive.is archive.md archive.vn cachedview.nl'.split(' '),
)

/** True for a site whose paths contain addresses of others. */
export function isMirror(registrable: string): boolean {
  return mirrors.has(registrable)
}

const linkServices = new Set(
  `bit.ly tinyurl.com t.co cutt.ly is.gd ow.ly goo.gl rb.gy rebrand.ly shorturl.at s.id t.ly linktr.ee taplink.cc beacons.ai
  forms.gle qrco.de urlz.fr v.gd bl.ink buff.ly tiny.cc shorte.st adf.ly lnkd.in short.io dub.sh shrtco.de clck.ru u.to
  tr.ee bio.link lnk.bio campsite.bio`.split(/\s+/),
)

/** True for a service that anyone can make short links or pages of links with, which hide where they lead. */
export function isLinkService(host: string): boolean {
  return linkServices.has(host)
}
