/*
 * The child process that reads one file of a site. `read-site-file.ts` starts and limits it.
 */
import { siteFacts, siteFiles } from '@signet/connectors/site/site-facts'
import { giveUpRights, readInput } from '../../../child-processes/limited-program.ts'

const [kind, address = ''] = process.argv.slice(2)
const file = siteFiles.find((each) => each === kind)
giveUpRights()
if (file) process.stdout.write(JSON.stringify(siteFacts(file, (await readInput()).toString('utf8'), address)))
