// @ts-check
/// Sends pictures to the site, each in a request of its own: the server limits the work of one
/// request, and one picture that is refused does not hold up the others.

/**
 * Sends a picture. Returns its line of Markdown, or why it was refused: a sentence that begins with
 * the name of the file.
 * @param {string} address where the site takes pictures, for an answer in plain text
 * @param {File} file
 * @returns {Promise<{ markdown: string, fault?: undefined } | { fault: string }>}
 */
export async function sendPicture(address, file) {
  const body = new FormData();
  body.append('files', file);
  const answer = await fetch(address, { method: 'POST', body }).catch(() => null);
  if (answer?.status === 413) return { fault: `${file.name}: That is too large to send.` };
  const text = answer ? await answer.text().catch(() => '') : '';
  if (answer?.ok) return { markdown: text };
  return { fault: answer?.status === 422 ? text : `${file.name}: The picture could not be sent.` };
}
