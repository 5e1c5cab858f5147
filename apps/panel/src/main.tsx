import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './app.css';
import { startPanel } from './app/boot/start-panel.tsx';

const root = createRoot(document.getElementById('root') as HTMLElement);
void startPanel({ isFramed: window.parent !== window }).then((start) =>
  root.render(<StrictMode>{'router' in start ? <RouterProvider router={start.router} /> : start.screen}</StrictMode>),
);
