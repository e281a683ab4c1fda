// Package fan spreads work over goroutines.
package fan

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
)

// Job is one unit of work.
type Job struct {
	ID   int64           `json:"id"`
	Name string          `json:"name,omitempty"`
	Body json.RawMessage `json:"body"`
}

var query = `SELECT id, name
FROM jobs WHERE state <> 'done'`

// Run starts n workers and waits for them.
func Run(ctx context.Context, n int, jobs <-chan Job, do func(Job) error) (err error) {
	var (
		wg   sync.WaitGroup
		once sync.Once
	)
	for i := 0; i < n; i++ {
		wg.Add(1)
		go func(worker int) {
			defer wg.Done()
			for {
				select {
				case <-ctx.Done():
					return
				case job, ok := <-jobs:
					if !ok {
						return
					}
					if e := do(job); e != nil {
						once.Do(func() { err = fmt.Errorf("worker %d: job %d: %w", worker, job.ID, e) })
					}
				}
			}
		}(i)
	}
	wg.Wait()
	return err
}

func label(j Job) rune { return 'x' + rune(len(query)%3) }
