// A program that uses the embedded server of the folder it is given until a line comes in; then it lets go.
import { openEmbedded } from '../../../dist/db/embedded.js'

const server = await openEmbedded(process.argv[2])
console.log(server.url)
process.stdin.once('data', () => {
  void server.stop().then(() => {
    console.log('left')
    process.exit(0)
  })
})
