import type { Plugin } from 'vite';

const FIRST_FONT = /onest-latin-(?!ext)[\w-]+\.woff2$/;

/** Fetches the font of most pages together with the style sheet that names it, so that no text is redrawn in another width. */
export function fontPreload(): Plugin {
  return {
    name: 'font-preload',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const file = Object.keys(bundle).find((name) => FIRST_FONT.test(name));
        if (!file) throw new Error('the font of most pages is not in the build');
        const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: '' };
        return [{ tag: 'link', attrs, injectTo: 'head' }];
      },
    },
  };
}
