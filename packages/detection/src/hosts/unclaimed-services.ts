/** A hosting service under whose names anybody can set up a site. */
interface SharedService {
  name: string
  /** The names that it gives its customers, as the target of a CNAME record. */
  target: RegExp
  /** What a page says at a name that no customer has; null if such a name doesn't resolve. */
  marker: RegExp | null
}

/**
 * Services whose names are often left behind in DNS: anyone who takes the name there controls the host.
 *
 * The services' own error pages and name schemes, last compared on 2026-11-28.
 */
const services: readonly SharedService[] = [
  { name: 'GitHub Pages', target: /\.github\.io$/, marker: /There isn't a GitHub Pages site here/i },
  {
    name: 'Amazon S3',
    target: /\.s3(?:[.-][a-z0-9-]+)*\.amazonaws\.com$/,
    marker: /<Code>NoSuchBucket<\/Code>|The specified bucket does not exist/i,
  },
  { name: 'AWS Elastic Beanstalk', target: /\.elasticbeanstalk\.com$/, marker: null },
  {
    name: 'Azure',
    target:
      /\.(?:azurewebsites\.net|cloudapp\.net|cloudapp\.azure\.com|trafficmanager\.net|blob\.core\.windows\.net|azureedge\.net|azure-api\.net)$/,
    marker: null,
  },
  {
    name: 'Heroku',
    target: /\.(?:herokuapp|herokudns|herokussl)\.com$/,
    marker: /no-such-app\.html|<title>No such app<\/title>/i,
  },
  {
    name: 'Shopify',
    target: /(?:^|\.)(?:myshopify|shops\.myshopify)\.com$/,
    marker: /Sorry, this shop is currently unavailable/i,
  },
  { name: 'Fastly', target: /\.fastly(?:lb)?\.net$/, marker: /Fastly error: unknown domain/i },
  { name: 'Pantheon', target: /\.pantheonsite\.io$/, marker: /The gods are wise, but do not know of the site/i },
  { name: 'Bitbucket', target: /\.bitbucket\.io$/, marker: /Repository not found/i },
  { name: 'Surge', target: /(?:^|\.)surge\.sh$/, marker: /project not found/i },
  { name: 'Netlify', target: /\.netlify\.(?:app|com)$/, marker: /Not Found - Request ID/i },
  {
    name: 'Tumblr',
    target: /^domains\.tumblr\.com$/,
    marker: /Whatever you were looking for doesn't currently exist at this address/i,
  },
  { name: 'WordPress.com', target: /\.wordpress\.com$/, marker: /Do you want to register/i },
  { name: 'Zendesk', target: /\.zendesk\.com$/, marker: /Help Center Closed/i },
  { name: 'Help Scout', target: /\.helpscoutdocs\.com$/, marker: /No settings were found for this company/i },
  { name: 'Readme', target: /\.readme\.io$/, marker: /Project doesnt exist\.\.\. yet!/i },
]

/** The service that has a name, if it is one of those known. */
export function sharedServiceOf(target: string): SharedService | null {
  return services.find((service) => service.target.test(target)) ?? null
}
